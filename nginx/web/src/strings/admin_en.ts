// SPDX-License-Identifier: Apache-2.0
// The strings of the admin console in English, by view: a file of admin_en/ for each. The tenant portal does not load them.
import { adminRuns } from './admin_en/runs.ts';
import { auditLog } from './admin_en/audit.ts';
import { bindings } from './admin_en/bindings.ts';
import { corpora } from './admin_en/corpora.ts';
import { emails } from './admin_en/emails.ts';
import { glossary } from './admin_en/glossary.ts';
import { operations } from './admin_en/operations.ts';
import { packs } from './admin_en/packs.ts';
import { retention } from './admin_en/retention.ts';
import { tenants } from './admin_en/tenants.ts';
import { users } from './admin_en/users.ts';
import { webhooks } from './admin_en/webhooks.ts';
import { write } from './admin_en/write.ts';

export const adminEn = {
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

export type AdminStrings = typeof adminEn;
