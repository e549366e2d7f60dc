// SPDX-License-Identifier: Apache-2.0
// Resolves ids and addresses of the tenant's people to names, for views. Looks up all people on screen in
// one batch and caches them.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError, get, type Schemas } from './client.ts';
import { actingTenant, session } from './session.ts';

export type Person = Schemas['Person'];

export const nameOfPerson = ({ displayName, email }: Pick<Person, 'displayName' | 'email'>): string =>
  displayName || email;

const GATHER = 40; // ms: names rendered together share a request
const PAUSE = 700; // ms between requests, so that scrolling a long list sends few
const MOST = 50; // keys in a request, as the API says
const LONGEST = 3500; // characters of keys in a request

// By id and by address; null: nobody in the tenant.
const known = signal<ReadonlyMap<string, Person | null>>(new Map());
const wanted = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let askedAt = -Infinity;
let asking = false;
let owner = ''; // the user and tenant that the cache belongs to

const folded = (key: string): string => key.toLowerCase();

function take(): string[] {
  const keys: string[] = [];
  let length = 0;
  for (const key of wanted) {
    length += key.length + 1;
    if (keys.length === MOST || length > LONGEST) break;
    keys.push(key);
  }
  for (const key of keys) wanted.delete(key);
  return keys;
}

function remember(keys: readonly string[], people: readonly Person[]): void {
  const next = new Map(known.value);
  for (const key of keys) next.set(key, null);
  // The newest people come first: a reassigned address belongs to its present owner.
  for (const person of people.toReversed()) for (const key of [person.id, folded(person.email)]) next.set(key, person);
  known.value = next;
}

async function ask(): Promise<void> {
  asking = true;
  askedAt = performance.now();
  const keys = take();
  const of = owner;
  try {
    const { people } = await get('/api/people', { query: { who: keys.join(',') } });
    if (of === owner) remember(keys, people);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // looked up again when next shown
  }
  asking = false;
  soon();
}

function soon(): void {
  if (wanted.size === 0 || asking) return;
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), Math.max(GATHER, askedAt + PAUSE - performance.now()));
}

// A change of tenant or user empties the cache.
effect(() => {
  const now = session.value;
  const next = `${'user' in now ? now.user.id : ''} ${actingTenant.value?.id ?? ''}`;
  if (next === owner) return;
  owner = next;
  known.value = new Map();
  wanted.clear();
});

// Returns a lookup by id or address: undefined until known, null if it is nobody's.
export function usePeopleNamed(keys: readonly (string | null)[]): (key: string) => Person | null | undefined {
  const all = keys
    .filter((key): key is string => Boolean(key))
    .map(folded)
    .join(',');
  useEffect(() => {
    for (const key of all.split(',')) if (key && !known.value.has(key)) wanted.add(key);
    soon();
  }, [all]);
  const now = known.value;
  return (key) => now.get(folded(key));
}

export function usePerson(key: string | null): Person | null | undefined {
  const of = usePeopleNamed([key]);
  return key === null ? null : of(key);
}
