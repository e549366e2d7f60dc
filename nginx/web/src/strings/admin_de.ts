// SPDX-License-Identifier: Apache-2.0
// The strings of the admin console in German, by view: a file of admin_de/ for each.
import type { AdminStrings } from './admin_en.ts';
import { adminRuns } from './admin_de/runs.ts';
import { auditLog } from './admin_de/audit.ts';
import { bindings } from './admin_de/bindings.ts';
import { corpora } from './admin_de/corpora.ts';
import { emails } from './admin_de/emails.ts';
import { glossary } from './admin_de/glossary.ts';
import { operations } from './admin_de/operations.ts';
import { packs } from './admin_de/packs.ts';
import { retention } from './admin_de/retention.ts';
import { tenants } from './admin_de/tenants.ts';
import { users } from './admin_de/users.ts';
import { webhooks } from './admin_de/webhooks.ts';
import { write } from './admin_de/write.ts';

export const adminDe: AdminStrings = {
  adminRuns,
  auditLog,
  packs,
  corpora,
  bindings,
  users,
  tenants,
  operations,
  glossary,
  webhooks,
  emails,
  retention,
  write,
};
