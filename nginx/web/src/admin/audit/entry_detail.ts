// SPDX-License-Identifier: Apache-2.0
// Splits an entry's details, which are JSON text, into changed fields and everything else.
import { isRecord } from '../../api/transport.ts';

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

function parsed(detail: string | null): unknown {
  if (detail === null) return {};
  try {
    return JSON.parse(detail) as unknown;
  } catch {
    return { detail }; // edited by hand: shown verbatim
  }
}

export function detailOf(detail: string | null): { changes: Change[]; others: [string, unknown][] } {
  const whole = parsed(detail);
  const changes: Change[] = [];
  const others: [string, unknown][] = [];
  for (const [field, value] of Object.entries(isRecord(whole) ? whole : { detail: whole })) {
    if (isRecord(value) && 'from' in value && 'to' in value) changes.push({ field, from: value.from, to: value.to });
    else others.push([field, value]);
  }
  return { changes, others };
}
