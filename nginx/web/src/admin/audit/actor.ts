// SPDX-License-Identifier: Apache-2.0
// Who did what an entry tells, in a few words.
import type { Schemas } from '../../api/client.ts';
import { t } from '../words.ts';

export type Entry = Schemas['AuditEntry'];

export function actorName({ actor }: Entry): string {
  const words = t().adminRuns;
  if (actor.type === 'system') return words.system;
  return actor.email ?? actor.id ?? words.anonymous;
}
