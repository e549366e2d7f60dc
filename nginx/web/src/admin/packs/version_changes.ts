// SPDX-License-Identifier: Apache-2.0
// Finds the criteria and requirements that only one of two versions of a pack has, and how the wording
// of the others differs. Matches criteria by number and requirements by label, as the service does.
import type { Schemas } from '../../api/client.ts';

type Content = Schemas['PackVersionContent'];

export const KINDS = ['changed', 'added', 'removed'] as const;
type Field =
  | 'criterionTitle'
  | 'criterionDescription'
  | 'label'
  | 'title'
  | 'criterion'
  | 'subcheckLabel'
  | 'expectedEvidence'
  | 'guidance';

export interface Change {
  kind: (typeof KINDS)[number];
  of: 'criterion' | 'requirement';
  label: string;
  fields: { field: Field; before: string; after: string }[];
}

type Wordings = readonly (readonly [Field, string])[];

const criterionWordings = (one: Content['criteria'][number]): Wordings => [
  ['criterionTitle', one.criterionTitle],
  ['criterionDescription', one.criterionDescription],
  ['label', one.label ?? ''],
];

const requirementWordings = (one: Content['requirements'][number]): Wordings => [
  ['title', one.title],
  ['criterion', String(one.criterionId)],
  ['subcheckLabel', one.subcheckLabel ?? ''],
  ['guidance', one.guidance ?? ''],
  ['expectedEvidence', one.expectedEvidence.join('\n')],
];

// In the order of the later version, with removals at the end.
function between(
  of: Change['of'],
  before: ReadonlyMap<string, Wordings>,
  after: ReadonlyMap<string, Wordings>,
): Change[] {
  const changes: Change[] = [];
  for (const [label, wordings] of after) {
    const old = before.get(label);
    if (!old) {
      changes.push({ kind: 'added', of, label, fields: whole(wordings, 'after') });
      continue;
    }
    const fields = wordings.flatMap(([field, text], index) => {
      const was = old[index]?.[1] ?? '';
      return was === text ? [] : [{ field, before: was, after: text }];
    });
    if (fields.length > 0) changes.push({ kind: 'changed', of, label, fields });
  }
  for (const [label, wordings] of before) {
    if (!after.has(label)) changes.push({ kind: 'removed', of, label, fields: whole(wordings, 'before') });
  }
  return changes;
}

// All the wording of one side; the criterion and the labels, which only say where it stands, do not count.
const whole = (wordings: Wordings, side: 'before' | 'after') =>
  wordings
    .filter(([field, text]) => text !== '' && field !== 'criterion' && field !== 'label' && field !== 'subcheckLabel')
    .map(([field, text]) => ({ field, before: '', after: '', [side]: text }));

export function changesBetween(from: Content, to: Content): Change[] {
  const criteria = ({ criteria: all }: Content) =>
    new Map(all.map((one) => [String(one.criterionId), criterionWordings(one)]));
  const requirements = ({ requirements: all }: Content) =>
    new Map(all.map((one) => [one.requirementId, requirementWordings(one)]));
  return [
    ...between('criterion', criteria(from), criteria(to)),
    ...between('requirement', requirements(from), requirements(to)),
  ];
}
