// SPDX-License-Identifier: Apache-2.0
// The rules of retention, by kind: keep, or remove after a number of days; and what they would remove today.
import { useState } from 'preact/hooks';
import { put, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Card } from '../../design/card.tsx';
import { Button, Select, TextField } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote, Note, Skeleton } from '../../design/states.tsx';
import { Confirm } from '../confirm.tsx';
import { t } from '../words.ts';

type Retention = Schemas['Retention'];

const PATH = '/api/admin/retention';
const KINDS = ['documents', 'exports'] as const;
type Kind = (typeof KINDS)[number];
const MOST_DAYS = 36_500;
const FIRST = '365'; // offered where nothing was removed before

// What a person has chosen for a kind: null keeps it, else the days as typed.
type Chosen = Record<Kind, string | null>;

const stored = ({ documentDays, exportDays }: Retention): Chosen => ({
  documents: documentDays?.toString() ?? null,
  exports: exportDays?.toString() ?? null,
});

const isWhole = (typed: string) => /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= MOST_DAYS;

const daysOf = (typed: string | null) => (typed === null ? null : Number(typed));

function Due({ retention: { due, appliedFrom, updatedAt, updatedBy } }: { retention: Retention }) {
  const words = t().retention;
  if (updatedAt === null) return <p class="second">{words.never}</p>;
  const later = appliedFrom !== null && Date.parse(appliedFrom) > Date.now();
  return (
    <>
      <p class="strong">
        {due.documents + due.exports === 0 ? words.dueNothing : words.dueOf(due.documents, due.exports)}
      </p>
      {later && (
        <Note tone="accent">
          {words.dueLater} <Time at={appliedFrom} />.
        </Note>
      )}
      <p class="second">{words.dueKept}</p>
      <p class="small second">
        {words.set} <PersonName of={updatedBy} /> · <Time at={updatedAt} />
      </p>
    </>
  );
}

function RulesForm({ retention, onSaved }: { retention: Retention; onSaved: (saved: Retention) => void }) {
  const words = t().retention;
  const write = useWrite();
  const [chosen, setChosen] = useState<Chosen>(() => stored(retention));
  const [wrong, setWrong] = useState(false); // something was to be saved that is no number of days
  const [asking, setAsking] = useState(false);
  const before = stored(retention);
  const same = KINDS.every((kind) => chosen[kind]?.trim() === before[kind]?.trim());
  const issue = (typed: string) => (wrong && !isWhole(typed) ? words.whole : undefined);
  const change = (kind: Kind, typed: string | null) => setChosen({ ...chosen, [kind]: typed });
  const submit = () => {
    const right = KINDS.every((kind) => chosen[kind] === null || isWhole(chosen[kind]));
    setWrong(!right);
    if (right) setAsking(true);
  };
  const save = () =>
    write.run(async () => {
      const body = { documentDays: daysOf(chosen.documents), exportDays: daysOf(chosen.exports) };
      onSaved(await put(PATH, { body }));
      toast(words.saved);
      setAsking(false);
    });
  return (
    <Card title={words.rules}>
      <Form class="form" noValidate onSubmit={submit}>
        {KINDS.map((kind) => {
          const typed = chosen[kind];
          return (
            <fieldset key={kind} class="retention-rule">
              <legend class="visually-hidden">{words.kinds[kind]}</legend>
              <Select
                label={words.kinds[kind]}
                hint={words.hints[kind]}
                value={typed === null ? 'keep' : 'days'}
                onValue={(value) => change(kind, value === 'keep' ? null : (before[kind] ?? FIRST))}
                choices={[
                  { value: 'keep', label: words.keep },
                  { value: 'days', label: words.days },
                ]}
              />
              {typed !== null && (
                <TextField
                  label={words.daysOf[kind]}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={5}
                  required
                  value={typed}
                  onValue={(value) => change(kind, value)}
                  error={issue(typed)}
                />
              )}
            </fieldset>
          );
        })}
        <p class="second">{words.stay}</p>
        <div class="acts">
          <Button type="submit" look="primary" disabled={same}>
            {t().write.save}
          </Button>
          {!same && <Button onClick={() => setChosen(before)}>{t().write.undo}</Button>}
        </div>
      </Form>
      {asking && (
        <Confirm title={words.asks} act={t().write.save} write={write} onAct={save} onClose={() => setAsking(false)}>
          <p>{words.asksWhy}</p>
        </Confirm>
      )}
    </Card>
  );
}

export function Rules() {
  const words = t().retention;
  const read = useResource(PATH, {});
  const [saved, setSaved] = useState<Retention | null>(null);
  const retention = saved ?? read.data;
  if (!retention)
    return read.error ? (
      <ErrorNote error={read.error} onRetry={read.reload} />
    ) : (
      <>{read.slow && <Skeleton lines={8} />}</>
    );
  return (
    <div class="panels">
      <RulesForm retention={retention} onSaved={setSaved} />
      <Card title={words.due}>
        <div class="stack" aria-live="polite">
          <Due retention={retention} />
        </div>
      </Card>
    </div>
  );
}
