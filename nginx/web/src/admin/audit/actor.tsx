// SPDX-License-Identifier: Apache-2.0
// Who did what an entry tells: by name, with the address it was done under on hover.
import type { Schemas } from '../../api/client.ts';
import { Foreign } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { t } from '../words.ts';

export type Entry = Schemas['AuditEntry'];

export function Actor({ entry: { actor, authMethod } }: { entry: Entry }) {
  const words = t().adminRuns;
  // The command line of the host, and the identity provider, act by themselves too.
  if (actor.type === 'system') return <>{(authMethod && t().auditLog.ways[authMethod]) || words.system}</>;
  if (actor.type === 'user') return <PersonName of={actor.id} otherwise={actor.email ?? actor.id ?? words.anonymous} />;
  return <Foreign>{actor.email ?? actor.id ?? words.anonymous}</Foreign>;
}
