// SPDX-License-Identifier: Apache-2.0
// Has the tenant's documents read again: counts them first, and asks with the number.
import { useState } from 'preact/hooks';
import { RotateCw } from 'lucide-preact';
import { post } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { toast } from '../../design/messages.ts';
import { Confirm } from '../confirm.tsx';
import { t } from '../words.ts';

const FILTERS = {
  older: { olderThanReader: true },
  faults: { status: 'FAILED', failureCode: 'reader_fault' },
  failed: { status: 'FAILED' },
  all: {},
} as const;
type Scope = keyof typeof FILTERS;
const SCOPES = Object.keys(FILTERS) as Scope[];

export function RereadCard() {
  const words = t().operations.reread;
  const [scope, setScope] = useState<Scope>('older');
  const [found, setFound] = useState<number | null>(null); // documents, while it is asked whether to read them
  const counting = useWrite();
  const reading = useWrite();

  const count = () =>
    counting.run(async () => {
      const { queued } = await post('/api/documents/reread', { query: { dryRun: true }, body: FILTERS[scope] });
      if (queued > 0) setFound(queued);
      else toast(words.none);
    });
  const read = () =>
    reading.run(async () => {
      const { queued } = await post('/api/documents/reread', { body: FILTERS[scope] });
      setFound(null);
      toast(words.done(queued));
    });
  return (
    <Card title={words.title}>
      <div class="stack">
        <p class="small second">{words.why}</p>
        <select
          class="filter-select"
          aria-label={words.which}
          value={scope}
          onChange={(event) => setScope(SCOPES.find((one) => one === event.currentTarget.value) ?? 'older')}>
          {SCOPES.map((one) => (
            <option key={one} value={one}>
              {words.scopes[one]}
            </option>
          ))}
        </select>
        <FormNote write={counting} />
        <div>
          <Button icon={<RotateCw size={16} aria-hidden="true" />} busy={counting.busy} onClick={count}>
            {words.open}
          </Button>
        </div>
      </div>
      {found !== null && (
        <Confirm
          title={words.ask(found)}
          act={words.act(found)}
          write={reading}
          onAct={read}
          onClose={() => setFound(null)}>
          {words.askWhy}
        </Confirm>
      )}
    </Card>
  );
}
