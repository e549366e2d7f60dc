// SPDX-License-Identifier: Apache-2.0
// Splits an entry's details, which are JSON text, into what a person reads: changed fields, the digests of a run's
// records, and everything else as names and values.
import { isRecord } from '../../api/transport.ts';
import type { AdminStrings } from '../../strings/admin_en.ts';

// The names of the fields that lead to a value: ['thresholds', 'complete'].
type Path = readonly string[];

export interface Change {
  path: Path;
  from: unknown;
  to: unknown;
}

export interface Fact {
  path: Path;
  values: readonly unknown[]; // several of a list, none of an empty one
}

export interface Digest {
  kind: string; // of records
  sha256: string; // in hexadecimal
}

export interface Detail {
  changes: readonly Change[];
  digests: readonly Digest[];
  facts: readonly Fact[];
}

export const isSha256 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

// As the service writes moments: 2026-09-04T08:15:00.123456Z.
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

const isNested = (value: unknown): boolean => isRecord(value) || Array.isArray(value);

// The values within a value, each with its path. A list of plain values stays together.
function factsOf(path: Path, value: unknown): Fact[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.some(isNested)
      ? items.flatMap((item, index) => factsOf([...path, String(index + 1)], item))
      : [{ path, values: items }];
  }
  if (!isRecord(value)) return [{ path, values: [value] }];
  const fields = Object.entries(value);
  return fields.length === 0
    ? [{ path, values: [] }]
    : fields.flatMap(([field, inner]) => factsOf([...path, field], inner));
}

// A change of a record is told field by field.
function changesOf(path: Path, from: unknown, to: unknown): Change[] {
  const before = isRecord(from) ? from : {};
  const after = isRecord(to) ? to : {};
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const told = (side: unknown) => isRecord(side) || side === null;
  if (fields.length === 0 || !told(from) || !told(to)) return [{ path, from, to }];
  return fields.flatMap((field) => changesOf([...path, field], before[field] ?? null, after[field] ?? null));
}

function digestsOf(value: unknown): Digest[] | null {
  const kinds = isRecord(value) ? Object.entries(value) : [];
  const digests = kinds.flatMap(([kind, sha256]) => (isSha256(sha256) ? [{ kind, sha256 }] : []));
  return digests.length > 0 && digests.length === kinds.length ? digests : null;
}

function parsed(detail: string | null): unknown {
  if (detail === null) return {};
  try {
    return JSON.parse(detail) as unknown;
  } catch {
    return { detail }; // edited by hand: shown verbatim
  }
}

export function detailOf(detail: string | null): Detail {
  const whole = parsed(detail);
  const changes: Change[] = [];
  const digests: Digest[] = [];
  const facts: Fact[] = [];
  for (const [field, value] of Object.entries(isRecord(whole) ? whole : { detail: whole })) {
    const made = field === 'digests' ? digestsOf(value) : null;
    if (made) digests.push(...made);
    else if (isRecord(value) && 'from' in value && 'to' in value)
      changes.push(...changesOf([field], value.from, value.to));
    else facts.push(...factsOf([field], value));
  }
  return { changes, digests, facts };
}

type Words = Pick<AdminStrings['auditLog'], 'fields' | 'values' | 'actions' | 'objects' | 'nothing'>;

// A code without words, as a later release may write, is shown as it is.
export const nameOf = (path: Path, words: Words): string =>
  path.map((field) => words.fields[field] ?? words.values[field] ?? field).join(' · ');

export function textOf(path: Path, value: unknown, words: Words): string {
  if (value === null) return words.nothing;
  if (typeof value !== 'string') {
    const json = JSON.stringify(value);
    return words.values[json] ?? json;
  }
  const field = path.at(-1);
  if (field === 'action') return words.actions[value] ?? value;
  if (field === 'objectType') return words.objects[value] ?? value;
  return words.values[value] ?? value;
}
