// SPDX-License-Identifier: Apache-2.0
// The running system under test: its address and people, its database, its processes.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PSQL = '/usr/lib/postgresql/15/bin/psql'; // the psql in the PATH of Debian takes twice as long to start
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export class Stack {
  constructor(state) {
    this.state = resolve(state);
    this.demo = JSON.parse(readFileSync(join(state, 'demo.json'), 'utf8'));
    this.baseUrl = this.demo.baseUrl;
    this.web = join(ROOT, 'build/web');
    this.database = ['-h', realpathSync(join(state, 'run/pg')), '-p', '5432', '-U', 'assay_owner', '-d', 'assay'];
  }

  // Rows of one statement, run as the owner of the database.
  sql(text) {
    const out = execFileSync(
      PSQL,
      [...this.database, '-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', '-c', text],
      { encoding: 'utf8' },
    );
    return out
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'));
  }

  // The same, with the triggers disabled that protect the records of that table.
  tamper(table, text) {
    return this.sql(
      `BEGIN; ALTER TABLE ${table} DISABLE TRIGGER USER; ${text}; ALTER TABLE ${table} ENABLE TRIGGER USER; COMMIT`,
    );
  }

  // The output of the administrator's command line.
  ctl(words) {
    return JSON.parse(
      execFileSync(join(ROOT, 'assay'), ['ctl', '--state', this.state, ...words], { encoding: 'utf8' }),
    );
  }

  // The same, without blocking.
  async ctlBeside(words) {
    const { stdout } = await promisify(execFile)(join(ROOT, 'assay'), ['ctl', '--state', this.state, ...words], {
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  }

  // A file with that text while `use` runs, for content that must not be in a command line.
  withFile(text, use, suffix = '') {
    const folder = mkdtempSync(join(tmpdir(), 'assay-journey-'));
    const path = join(folder, `file${suffix}`);
    writeFileSync(path, text, { mode: 0o600 });
    const end = () => rmSync(folder, { recursive: true });
    let result;
    try {
      result = use(path);
    } finally {
      if (!(result instanceof Promise)) end();
    }
    return result instanceof Promise ? result.finally(end) : result;
  }

  // Stops the web server; startServer() starts it again on the same port.
  stopServer() {
    execFileSync(join(ROOT, 'assay'), ['stop', '--state', this.state, 'nginx'], { stdio: 'ignore' });
  }

  startServer() {
    execFileSync(join(ROOT, 'assay'), ['start', '--state', this.state, 'nginx'], { stdio: 'ignore' });
  }

  // The web server runs, but nothing answers behind it; returns a function that undoes this.
  hideApi() {
    const socket = join(this.state, 'run/api.sock');
    renameSync(socket, `${socket}.away`);
    return () => renameSync(`${socket}.away`, socket);
  }

  // Ends a person's sessions by time, as an administrator would: the cookie is then invalid.
  endSessions(email) {
    this.sql(
      `UPDATE refresh_token SET revoked_at = clock_timestamp() FROM app_user u
       WHERE u.id = user_id AND u.email = '${email}' AND revoked_at IS NULL`,
    );
  }
}
