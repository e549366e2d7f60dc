// SPDX-License-Identifier: Apache-2.0
// The user interface strings in English, by view: a file of en/ for each (those of the admin console are in admin_en/).
// Another language has the same files, whose types ensure that none of its strings is missing.
import { admin, keys, language, product, shell, signIn, states, table, theme } from './en/frame.ts';
import { compare, runs } from './en/runs.ts';
import { confidence, errors, failureSentences, failures, roles, status, units } from './en/terms.ts';
import { evidence, viewer } from './en/evidence.ts';
import { exports } from './en/exports.ts';
import { keeping } from './en/keeping.ts';
import { overview } from './en/overview.ts';
import { packChoice, requirements } from './en/requirements.ts';
import { results, whatIf } from './en/results.ts';
import { search } from './en/search.ts';
import { settings } from './en/settings.ts';
import { tasks } from './en/tasks.ts';

export const en = {
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

export type Strings = typeof en;
