// SPDX-License-Identifier: Apache-2.0
// The running system that the journeys go through: its address and people, its database, its processes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

  // Ends the sessions of a person as an administrator would, by time: the cookie is worth nothing then.
  endSessions(email) {
    this.sql(`UPDATE refresh_token SET revoked_at = clock_timestamp() FROM app_user u WHERE u.id = user_id AND u.email = '${email}' AND revoked_at IS NULL`);
  }
}
