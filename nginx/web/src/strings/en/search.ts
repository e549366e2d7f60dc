// SPDX-License-Identifier: Apache-2.0
// The search, in English.
import { countEn as count } from '../count.ts';

export const search = {
  title: 'Search',
  summary: 'Finds passages of the evidence by meaning, as a run does, and requirements by their words.',
  label: 'Search evidence and requirements',
  nothing: 'What are you looking for?',
  nothingWhy: 'Ask in a sentence or a few words: “how often are access rights reviewed”.',
  passages: 'Evidence',
  best: (n: number) => `${count(n, 'passage', 'passages')}, best first`,
  noPassage: 'No passage comes close.',
  farOnly: 'Nothing in the evidence comes close.',
  farOnlyWhy: 'No passage has these words or says something similar. The nearest ones are below.',
  requirements: 'Requirements',
  noRequirement: 'No requirement has these words.',
  all: (n: string) => `Show all ${n}`,
};
