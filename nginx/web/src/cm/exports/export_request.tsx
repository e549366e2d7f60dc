// SPDX-License-Identifier: Apache-2.0
// Requests an export: chooses a run and a format.
import { useState } from 'preact/hooks';
import { ApiError, post, type Schemas } from '../../api/client.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Card } from '../../design/card.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { FileType, shownText } from '../../design/inline.tsx';
import { announce } from '../../design/messages.ts';
import { useQuery } from '../../shell/query.ts';
import { dayAndTime } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { type Format, FORMATS } from './formats.ts';

type Run = Schemas['Run'];

export function ExportRequest({
  runs,
  packName,
  asked,
}: {
  runs: readonly Run[];
  packName: (packId: string) => string;
  asked: () => void;
}) {
  const words = t().exports;
  const query = useQuery();
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState<Format | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const runId = runs.find(({ id }) => id === (chosen || query.get('run')))?.id ?? runs[0]?.id;
  if (!runId) return null;

  const ask = async (format: Format) => {
    setBusy(format);
    setError(null);
    try {
      await post('/api/runs/{runId}/exports', { path: { runId }, body: { format } });
      announce(words.askedFor(words.formats[format].name));
      asked();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
    }
    setBusy(null);
  };
  const choices = runs.map((run) => ({
    value: run.id,
    label: words.runOf(shownText(packName(run.packId)), dayAndTime(run.completedAt ?? run.createdAt)),
  }));
  return (
    <Card title={words.ask}>
      <div class="form export-request">
        <Select label={words.run} value={runId} onValue={setChosen} choices={choices} />
        {error && <ErrorNote error={error} />}
        <ul class="formats">
          {FORMATS.map((format) => (
            <li key={format}>
              <FileType type={format === 'package' ? 'zip' : format} />
              <div class="grow">
                <p class="strong">{words.formats[format].name}</p>
                <p class="small second">{words.formats[format].about}</p>
              </div>
              <Button
                small
                busy={busy === format}
                onClick={() => void ask(format)}
                aria-label={words.makeOne(words.formats[format].name)}>
                {words.make}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
