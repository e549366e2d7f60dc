// SPDX-License-Identifier: Apache-2.0
// The user interface strings in German, by view: a file of de/ for each.
import type { Strings } from './en.ts';
import { admin, keys, language, product, shell, signIn, states, table, theme } from './de/frame.ts';
import { compare, runs } from './de/runs.ts';
import { confidence, errors, failureSentences, failures, roles, status, units } from './de/terms.ts';
import { evidence, viewer } from './de/evidence.ts';
import { exports } from './de/exports.ts';
import { keeping } from './de/keeping.ts';
import { overview } from './de/overview.ts';
import { packChoice, requirements } from './de/requirements.ts';
import { results, whatIf } from './de/results.ts';
import { search } from './de/search.ts';
import { settings } from './de/settings.ts';
import { tasks } from './de/tasks.ts';

export const de: Strings = {
  product,
  admin,
  signIn,
  shell,
  theme,
  language,
  keys,
  states,
  status,
  confidence,
  roles,
  units,
  failures,
  failureSentences,
  errors,
  table,
  settings,
  overview,
  evidence,
  requirements,
  runs,
  results,
  whatIf,
  compare,
  tasks,
  exports,
  keeping,
  search,
  viewer,
  packChoice,
};
