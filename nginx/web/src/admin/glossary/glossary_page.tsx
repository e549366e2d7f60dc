// SPDX-License-Identifier: Apache-2.0
// The glossary: the organisation's own names for things and what they mean, by which searches and future
// runs find evidence. It is edited and saved as a whole.
import { useRef, useState } from 'preact/hooks';
import { Plus, Trash2 } from 'lucide-preact';
import { put, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Button, IconButton, TextField } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { NotYet } from '../../design/states.tsx';
import { t } from '../words.ts';
import { useGuardedWrite, WriteNote } from '../write.tsx';

type Glossary = Schemas['Glossary'];
type Entry = Glossary['entries'][number];
interface Row extends Entry {
  key: number; // stays when rows before it are removed
}

const PATH = '/api/admin/glossary';
const MOST_ENTRIES = 1000;
const MOST_CHARACTERS = 80;

const isBlank = (row: Row) => row.expression.trim() === '' && row.meaning.trim() === '';

function Entries({ glossary, etag, reload }: { glossary: Glossary; etag: string | null; reload: () => void }) {
  const words = t();
  const write = useGuardedWrite({ path: PATH, etag });
  const keys = useRef(0);
  const rowOf = (entry: Entry): Row => ({ ...entry, key: (keys.current += 1) });
  const stored = () => glossary.entries.map(rowOf);
  const [rows, setRows] = useState<readonly Row[]>(stored);
  const [sent, setSent] = useState<readonly number[]>([]); // keys of the rows sent last: errors name their places
  const filled = rows.filter((row) => !isBlank(row));
  const entries = filled.map((row): Entry => ({ expression: row.expression.trim(), meaning: row.meaning.trim() }));
  const same =
    JSON.stringify(entries) ===
    JSON.stringify(glossary.entries.map(({ expression, meaning }) => ({ expression, meaning })));
  const change = (key: number, part: Partial<Entry>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const issue = (row: Row, field: keyof Entry) => write.error?.issueOf(`entries[${sent.indexOf(row.key)}].${field}`);
  const save = () =>
    write.run(async () => {
      setSent(filled.map((row) => row.key));
      await put(PATH, { ...(etag ? { ifMatch: etag } : {}), body: { entries } });
      toast(words.glossary.saved);
      reload();
    });
  return (
    <Card title={words.glossary.entries}>
      <Form class="form" busy={write.busy} onSubmit={save}>
        {rows.length === 0 && <p class="second">{words.glossary.none}</p>}
        {rows.map((row, at) => (
          <div key={row.key} class="glossary-entry" role="group" aria-label={words.glossary.entry(at + 1)}>
            <TextField
              label={words.glossary.expression}
              required={!isBlank(row)}
              maxLength={MOST_CHARACTERS}
              dir="auto"
              autoComplete="off"
              value={row.expression}
              onValue={(expression) => change(row.key, { expression })}
              error={issue(row, 'expression')}
            />
            <TextField
              label={words.glossary.meaning}
              required={!isBlank(row)}
              maxLength={MOST_CHARACTERS}
              dir="auto"
              autoComplete="off"
              value={row.meaning}
              onValue={(meaning) => change(row.key, { meaning })}
              error={issue(row, 'meaning')}
            />
            <IconButton
              label={words.glossary.remove(at + 1)}
              onClick={() => setRows(rows.filter((one) => one !== row))}>
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        <WriteNote write={write} onLoad={reload} />
        <div class="acts">
          <Button
            icon={<Plus size={16} aria-hidden="true" />}
            disabled={rows.length >= MOST_ENTRIES}
            onClick={() => setRows([...rows, rowOf({ expression: '', meaning: '' })])}>
            {words.glossary.add}
          </Button>
          <Button type="submit" look="primary" busy={write.busy} disabled={same}>
            {words.write.save}
          </Button>
          {!same && (
            <Button
              onClick={() => {
                write.forget();
                setRows(stored());
              }}>
              {words.write.undo}
            </Button>
          )}
        </div>
        <p class="small second">{words.glossary.pastStays}</p>
      </Form>
    </Card>
  );
}

export default function GlossaryPage() {
  const words = t().glossary;
  const read = useResource(PATH, {});
  const glossary = read.data;
  if (!glossary) return <NotYet of={read} />;
  return (
    <>
      <PageHead title={words.title} summary={words.about} />
      {glossary.updatedAt && glossary.updatedBy && (
        <p class="second">
          {words.version(glossary.version)} · <Time at={glossary.updatedAt} /> · <PersonName of={glossary.updatedBy} />
        </p>
      )}
      <Entries key={read.etag} glossary={glossary} etag={read.etag} reload={read.reload} />
    </>
  );
}
