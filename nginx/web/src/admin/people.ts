// SPDX-License-Identifier: Apache-2.0
// Whom an identifier means, for lists that name people by it.
import { useResource } from '../api/resource.ts';

// The name of a person of the tenant; null where it is not known (yet).
export function useNames(): (id: string | null) => string | null {
  const { data } = useResource('/api/people', { query: { limit: 200 } });
  const names = new Map(data?.people.map((one) => [one.id, one.displayName || one.email]));
  return (id) => (id === null ? null : names.get(id) ?? null);
}
