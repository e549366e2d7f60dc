// SPDX-License-Identifier: Apache-2.0
// Shows the actor of an audit entry by name; on hover, the actor's address.
import type { Schemas } from '../../api/client.ts';
import { Foreign } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { t } from '../words.ts';

export type Entry = Schemas['AuditEntry'];

export function Actor({ entry: { actor, authMethod } }: { entry: Entry }) {
  const words = t().adminRuns;
  // The host's command line and the identity provider can also act on their own.
  if (actor.type === 'system') return <>{(authMethod && t().auditLog.ways[authMethod]) || words.system}</>;
  if (actor.type === 'user') return <PersonName of={actor.id} otherwise={actor.email ?? actor.id ?? words.anonymous} />;
  return <Foreign>{actor.email ?? actor.id ?? words.anonymous}</Foreign>;
}
