// SPDX-License-Identifier: Apache-2.0
// The running system that the journeys go through: its address and people, its database, its processes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export class Stack {
  constructor(state) {
    this.state = state;
    this.demo = JSON.parse(readFileSync(join(state, 'demo.json'), 'utf8'));
    this.baseUrl = this.demo.baseUrl;
    this.web = join(ROOT, 'build/web');
  }

  // Rows of one statement, run as the owner of the database.
  sql(text) {
    const out = execFileSync(join(ROOT, 'assay'), ['psql', '--state', this.state, '-X', '-q', '-A', '-t', '-F', '\t',
      '-v', 'ON_ERROR_STOP=1', '-c', text], { encoding: 'utf8' });
    return out.split('\n').filter(Boolean).map((line) => line.split('\t'));
  }

  // What the administrator's command line answers.
  ctl(words) {
    return JSON.parse(execFileSync(join(ROOT, 'assay'), ['ctl', '--state', this.state, ...words], { encoding: 'utf8' }));
  }

  // A file of that text while `use` runs, for what is not to stand in a command line.
  withFile(text, use) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-journey-'));
    try {
      const path = join(folder, 'text');
      writeFileSync(path, text, { mode: 0o600 });
      return use(path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  // Ends the sessions of a person as an administrator would, by time: the cookie is worth nothing then.
  endSessions(email) {
    this.sql(`UPDATE refresh_token SET revoked_at = clock_timestamp() FROM app_user u WHERE u.id = user_id AND u.email = '${email}' AND revoked_at IS NULL`);
  }
}
