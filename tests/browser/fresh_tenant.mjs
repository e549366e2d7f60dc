// SPDX-License-Identifier: Apache-2.0
// Makes tenants for journeys that must find nothing, or only what they put there: people of each role, the sample
// pack bound, and on request evidence and a completed run.
import { randomBytes } from 'node:crypto';

const EVIDENCE = {
  'Information-Security-Policy.md': `# Information security policy

Approved by the board of directors on 4 March 2026. The policy is reviewed every year.

Responsibilities for information security are defined and assigned to named persons: the chief information security
officer is Kim Osei, the data protection officer is Lena Voss.

# Access control

System owners review every user's access rights each quarter and remove those no longer required within five working
days. Accounts of leavers are disabled on their last day. Administrators use multi-factor authentication.
`,
  'Backup-Procedure.md': `# Backups

Backups are made every night and kept for ninety days in a second data centre. Restoring a backup is tested every
quarter, and the test is recorded. The last restore test was on 2 September 2026 and succeeded.
`,
  'access-review-2026Q3.csv':
    'System,Reviewer,Date,Revoked\nEHR,J. Okafor,2026-09-04,7\nPayroll,M. Ruiz,2026-09-05,2\n',
};

const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'];

let baseline = null; // the sample pack's id

// Returns { id, name, user(role) }. `called` and `displayName` may be any text.
export async function freshTenant(at, { called = 'Harbour Health', displayName = (role) => `${role} person` } = {}) {
  const { stack } = at;
  const mark = randomBytes(3).toString('hex');
  const name = `${called} ${mark}`; // names are unique
  const { id } = stack.ctl(['tenant', 'create', '--name', name]);
  const users = await Promise.all(
    ROLES.map(async (role) => {
      const email = `${role.toLowerCase()}.${mark}@new.example`;
      const password = randomBytes(12).toString('base64url');
      await stack.withFile(password, (file) =>
        stack.ctlBeside([
          'user',
          'create',
          '--tenant',
          id,
          '--email',
          email,
          '--role',
          role,
          '--display-name',
          displayName(role),
          '--password-file',
          file,
        ]),
      );
      return { email, password, role, tenantId: id, tenantName: name };
    }),
  );
  baseline ??= stack.sql("SELECT id FROM pack WHERE name = 'Assay Baseline'")[0][0];
  const pack = baseline;
  stack.ctl(['bind', '--tenant', id, '--pack', pack]);
  return { id, name, pack, user: (role) => users.find((one) => one.role === role) };
}

async function until(what, look) {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} within 15 s`);
}

// Uploads files { name: text } as the person signed in and waits until they are READY.
export async function addEvidence(at, files = EVIDENCE) {
  const documents = [];
  for (const [name, text] of Object.entries(files)) {
    const answer = await at.page.request.post(`${at.stack.baseUrl}/api/documents/upload`, {
      headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) } },
    });
    if (!answer.ok()) throw new Error(`upload of ${name}: ${answer.status()} ${await answer.text()}`);
    documents.push((await answer.json()).document);
  }
  for (const { id, originalFilename } of documents) {
    await until(`${originalFilename} is read`, async () =>
      ['READY', 'FAILED'].includes((await at.api('GET', `/api/documents/${id}`)).status),
    );
  }
  return documents;
}

export async function completedRun(at, body = {}) {
  const { run } = await at.api('POST', '/api/runs', body);
  return until('the run ends', async () => {
    const now = await at.api('GET', `/api/runs/${run.id}`);
    if (now.status === 'FAILED') throw new Error(`the run failed: ${now.failureReason}`);
    return now.status === 'COMPLETED' && now;
  });
}

// Created once for all journeys of a file, with evidence and a run. The caller is signed in as that role.
export function judgedTenant() {
  let made = null;
  return async (at, role) => {
    made ??= (async () => {
      const tenant = await freshTenant(at);
      await at.signInAs(tenant.user('MEMBER'));
      await addEvidence(at);
      return { ...tenant, run: await completedRun(at) };
    })();
    const tenant = await made;
    await at.signInAs(tenant.user(role));
    return tenant;
  };
}

// For all journeys to read; none may change it.
export const sharedTenant = judgedTenant();
