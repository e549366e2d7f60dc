// SPDX-License-Identifier: Apache-2.0
// Defines a journey: a name, the role that runs it, and its steps in a real browser. Every journey fails on a
// console error, a violation of the security policy, or any finding of axe on a view it looks at.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
// An experimental rule, so no tag selects it: saying a control's visible text (2.5.3) reaches the control.
const BESIDE = { 'label-content-name-mismatch': { enabled: true } };
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
// A page can only find out whether it has a session by asking, and the browser logs the refusal.
const ASKED_FOR_A_SESSION = /status of 401 .*\/api\/auth\/refresh/;

export const journeys = [];
export const lookedAt = []; // addresses of the views with pictures in light, dark and on a phone

// as: the role that is signed in at the start (of the first tenant unless `tenant` names another); null for none.
// complaints: patterns of console errors that the journey provokes on purpose. alone: whether the journey and others
// would disturb each other. speed: whether it has a limit of speed (speed.mjs).
export function journey(name, { as = null, tenant = 0, complaints = [], alone = false, speed = false }, steps) {
  journeys.push({ name, as, tenant, complaints, alone, speed, steps });
}

// nginx ends a connection that was idle for thirty seconds. A request that leaves at that moment never arrives and is sent
// again, as browsers do.
const LOST_CONNECTIONS = 2;

export class Journey {
  constructor(page, stack, pictures) {
    Object.assign(this, { page, stack, pictures, complaints: [], roles: new Set() });
  }

  // Fails the journey if the browser complains about this page. Call it before anything is opened there.
  async watch(page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) =>
      this.complaints.push(error.stack || `thrown: ${error.name} ${error.message || JSON.stringify(error)}`),
    );
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(
          `security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        ),
      );
    });
  }

  async begin({ as, tenant }) {
    await this.watch(this.page);
    if (as) await this.signInByCookie(as, tenant);
  }

  user(role, tenant = 0) {
    const { id } = this.stack.demo.tenants[tenant];
    const found = this.stack.demo.users.find((one) => one.role === role && one.tenantId === id);
    if (!found) throw new Error(`the stack has no ${role} in tenant ${tenant}`);
    return found;
  }

  // Skips the form, which is a journey of its own: the page finds the session by its cookie.
  signInByCookie(role, tenant = 0) {
    return this.signInAs(this.user(role, tenant));
  }

  async signInAs({ email, password, tenantId, role }) {
    const answer = await this.page.request.post(`${this.stack.baseUrl}/api/auth/login`, {
      data: { email, password, tenantId },
      headers: { 'X-Requested-With': 'assay' },
      maxRetries: LOST_CONNECTIONS,
    });
    if (!answer.ok()) throw new Error(`signing in as ${role}: ${answer.status()} ${await answer.text()}`);
    this.token = (await answer.json()).accessToken;
    this.roles.add(role);
  }

  open(path) {
    return this.page.goto(this.stack.baseUrl + path);
  }

  heading(name) {
    return this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  // Sends a request of the signed-in person outside the page, to prepare what the journey needs.
  async api(method, path, data) {
    const answer = await this.page.request.fetch(this.stack.baseUrl + path, {
      method,
      data,
      headers: { Authorization: `Bearer ${this.token}`, 'X-Requested-With': 'assay' },
      maxRetries: LOST_CONNECTIONS,
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  // Takes pictures of the view in light, dark and on a phone; checks each with axe and for overflow.
  async look(name) {
    lookedAt.push(new URL(this.page.url()).pathname);
    await this.picture(name, 'light', 'light', DESK, RULES);
    await this.picture(name, 'dark', 'dark', DESK, COLOURS); // only colours differ
    await this.picture(name, 'phone', 'light', PHONE, RULES);
    await this.seenOn('light', DESK);
  }

  // Takes only the picture in light, for a further state of a view that is looked at elsewhere.
  glance(name) {
    return this.picture(name, 'light', 'light', DESK, RULES);
  }

  async seenOn(colorScheme, { width, height }) {
    const { page } = this;
    const now = page.viewportSize();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (now.width !== width || now.height !== height) await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  // Captures directly from the browser, with the fastest compression.
  async photograph(name) {
    this.debuggerOf ??= await this.page.context().newCDPSession(this.page);
    const { data } = await this.debuggerOf.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    writeFileSync(join(this.pictures, `${name}.png`), data, 'base64');
  }

  async picture(name, kind, colorScheme, size, rules) {
    const { page } = this;
    await this.seenOn(colorScheme, size);
    await this.photograph(`${name}-${kind}`);
    await this.checkAccess(`${name}, ${kind}`, rules);
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > seen) throw new Error(`${name}, ${kind}: the page is ${wide} px wide on a screen of ${seen}`);
  }

  async checkAccess(where, rules = RULES) {
    // Through the debugger, to which the security policy does not apply.
    if (!(await this.page.evaluate(() => Boolean(window.axe)))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate(
      async (options) => {
        const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] });
        return violations.map(
          ({ id, help, nodes }) =>
            `${id}: ${help}\n${nodes
              .slice(0, 3)
              .map(({ html, failureSummary }) => `    ${html}\n      ${failureSummary}`)
              .join('\n')}`,
        );
      },
      rules === RULES ? { runOnly: rules, rules: BESIDE } : { runOnly: rules },
    );
    if (found.length > 0) throw new Error(`axe on ${where}:\n  ${found.join('\n  ')}`);
  }

  end(allowed) {
    const bad = this.complaints.filter((text) => ![ASKED_FOR_A_SESSION, ...allowed].some((one) => one.test(text)));
    if (bad.length > 0) throw new Error(`the browser complains:\n  ${bad.join('\n  ')}`);
  }
}

export const viewport = DESK;
