// SPDX-License-Identifier: Apache-2.0
// The people of the tenant, for views that name them by their id or address, or let one be chosen.
// Those who have been deleted are not among them.
import type { Schemas } from './client.ts';
import { useResource } from './resource.ts';

export type Person = Schemas['Person'];

const MOST = 200; // of one page: the newest

export const nameOfPerson = ({ displayName, email }: Pick<Person, 'displayName' | 'email'>): string => displayName || email;

// Empty until they are known; `wanted` false asks for nobody.
export function usePeople(wanted = true): readonly Person[] {
  return useResource(wanted ? '/api/people' : null, { query: { limit: MOST } }).data?.people ?? [];
}

export const personNamed = (people: readonly Person[], id: string | null): string | undefined => {
  const person = people.find((one) => one.id === id);
  return person && nameOfPerson(person);
};
