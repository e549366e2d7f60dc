// SPDX-License-Identifier: Apache-2.0
// The requirements and the choice of a pack, in English.
import { countEn as count } from '../count.ts';

export const requirements = {
  title: 'Requirements',
  caption: 'Requirements of the pack, by criterion',
  summary: (shown: number, all: number) =>
    shown === all
      ? count(all, 'requirement', 'requirements')
      : `${shown} of ${count(all, 'requirement', 'requirements')}`,
  requirement: 'Requirement',
  status: 'Status',
  cited: 'Citations',
  judged: 'Judged',
  result: 'Result',
  resultOf: (label: string) => `Result of ${label}`,
  completeOf: (complete: number, all: number) => `${complete} of ${all}`,
  accepted: 'Accepted by a reviewer',
  overridden: 'Overridden by a reviewer',
  filterLabel: 'Filter requirements',
  filters: {
    all: 'All',
    COMPLETE: 'Complete',
    PARTIAL: 'Partial',
    MISSING: 'Missing',
    FAILED: 'Failed',
    none: 'Not assessed',
    undecided: 'To decide',
  },
  notOnly: (criterion: string) => `Show other criteria than ${criterion} too`,
  search: 'Find a requirement',
  foldAll: 'Collapse all',
  openAll: 'Expand all',
  none: 'The pack has no requirements',
  noneWhy: 'An administrator can import another version of it.',
  noMatch: 'No requirement matches',
  noMatchWhy: 'Choose another filter, or clear them.',
  clear: 'Clear filters',
  nothingJudged: 'None of them has been judged yet.',
  goToRuns: 'Go to runs',
  sheet: (label: string) => `Requirement ${label}`,
  expected: 'Expected evidence',
  guidance: 'Guidance',
  run: 'Run',
  neverJudged: 'No run has judged it yet.',
  openTask: 'Open its task',
  openResult: 'Open the result',
};

export const packChoice = {
  choose: 'Pack',
  noneBound: 'No pack is bound',
  noneBoundWhy: 'A pack holds the requirements that you are judged by. An administrator binds one.',
};
