// SPDX-License-Identifier: Apache-2.0
// Shows the name of a person in a record, and finds people by name or address.
import { useEffect, useId, useState } from 'preact/hooks';
import { nameOfPerson, type Person, usePerson } from '../api/people.ts';
import { useResource } from '../api/resource.ts';
import { t } from '../strings/words.ts';
import { TextField } from './controls.tsx';
import { shownText } from './inline.tsx';
import { useLatest } from './latest.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

// `of`: an id, an address, or a free-form name. An actor without an account in the tenant is shown as an
// administrator of the installation, or as `otherwise` if the record says more.
export function PersonName({ of, otherwise }: { of: string | null; otherwise?: string }) {
  const person = usePerson(of);
  const unknown = otherwise ?? (of === null || ID.test(of) ? t().states.ofInstallation : of);
  if (person === undefined && !of?.includes('@')) return <span aria-hidden="true">…</span>;
  return (
    <bdi dir="auto" title={person?.email}>
      {shownText(person ? nameOfPerson(person) : unknown)}
    </bdi>
  );
}

const OFFERED = 20;
const TYPING_MS = 200;

// The people whose name or address contains the typed text.
function useOffered(text: string): readonly Person[] {
  const [q, setQ] = useState(text.trim());
  const [offered, setOffered] = useState<readonly Person[]>([]);
  useEffect(() => {
    const typing = setTimeout(() => setQ(text.trim()), TYPING_MS);
    return () => clearTimeout(typing);
  }, [text]);
  const { data } = useResource('/api/people', { query: { q, limit: OFFERED } });
  useEffect(() => {
    if (data) setOffered(data.people);
  }, [data]);
  return offered;
}

const Options = ({ id, people }: { id: string; people: readonly Person[] }) => (
  <datalist id={id}>
    {people.map((one) => (
      <option key={one.id} value={one.email}>
        {shownText(one.displayName)}
      </option>
    ))}
  </datalist>
);

// A field for an assignee: a person of the tenant by address, or a free-form name.
export function PersonField({
  label,
  hint,
  value,
  onValue,
  error,
  disabled = false,
}: {
  label: string;
  hint: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const id = useId();
  const offered = useOffered(value);
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={value}
        onValue={onValue}
        error={error}
        disabled={disabled}
        maxLength={200}
        list={id}
        autoComplete="off"
      />
      <Options id={id} people={offered.filter(({ active }) => active)} />
    </>
  );
}

// A filter by person. `value`: the id of the chosen person, '' for anybody.
export function PersonFilter({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (id: string) => void;
}) {
  const id = useId();
  const chosen = usePerson(value || null);
  // What was typed, and the value that it led to: '' until it names somebody. Any other value is shown by its address.
  const [typed, setTyped] = useState({ text: '', value: '' });
  const text = typed.value === value ? typed.text : (chosen?.email ?? '');
  const offered = useOffered(text);
  const type = (now: string) => {
    setTyped({ text: now, value: '' });
    if (value) onValue('');
  };
  // A typed or pasted address takes effect once it is among the options.
  const found = value || text === '' ? undefined : offered.find(({ email }) => email === text.trim());
  const choose = useLatest((one: Person) => {
    setTyped({ text, value: one.id });
    onValue(one.id);
  });
  useEffect(() => {
    if (found) choose(found);
  }, [found, choose]);
  return (
    <>
      <input
        type="search"
        class={value ? 'filter-select chosen' : 'filter-select'}
        aria-label={label}
        title={label}
        placeholder={label}
        list={id}
        autoComplete="off"
        spellcheck={false}
        maxLength={320}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <Options id={id} people={offered} />
    </>
  );
}
