// SPDX-License-Identifier: Apache-2.0
// What a journey is: a name, who makes it, and its steps in a real browser. Every journey fails on a
// console error, a break of the security policy, and whatever axe finds on a view it looks at.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
// An experimental one, and so by no tag: who says what is seen (2.5.3) reaches the control.
const BESIDE = { 'label-content-name-mismatch': { enabled: true } };
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
// A page cannot know whether there is a session without asking, and the browser reports the answer no.
const ASKED_FOR_A_SESSION = /status of 401 .*\/api\/auth\/refresh/;

export const journeys = [];
export const lookedAt = []; // addresses of the views of which there are pictures, in light, in dark and on a phone

// as: the role that is signed in when it begins (of the first tenant unless `tenant` says another);
// none without it. complaints: patterns of console errors that the journey provokes on purpose. alone:
// whether others would disturb it, or it would disturb others.
export function journey(name, { as = null, tenant = 0, complaints = [], alone = false }, steps) {
  journeys.push({ name, as, tenant, complaints, alone, steps });
}

export class Journey {
  constructor(page, stack, pictures) {
    Object.assign(this, { page, stack, pictures, complaints: [], roles: new Set() });
  }

  // What the browser complains of on this page is held against the journey. Before anything is opened there.
  async watch(page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.complaints.push(error.stack || `thrown: ${error.name} ${error.message || JSON.stringify(error)}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
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

  // Without the form, which is a journey of its own: the page finds the session by its cookie.
  signInByCookie(role, tenant = 0) {
    return this.signInAs(this.user(role, tenant));
  }

  async signInAs({ email, password, tenantId, role }) {
    const answer = await this.page.request.post(`${this.stack.baseUrl}/api/auth/login`, {
      data: { email, password, tenantId }, headers: { 'X-Requested-With': 'assay' },
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

  // A request of the person signed in, beside the page: to prepare what the journey needs.
  async api(method, path, data) {
    const answer = await this.page.request.fetch(this.stack.baseUrl + path, {
      method, data, headers: { Authorization: `Bearer ${this.token}`, 'X-Requested-With': 'assay' },
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  // Pictures of the view in light, dark and on a phone, each checked by axe and for what sticks out.
  async look(name) {
    lookedAt.push(new URL(this.page.url()).pathname);
    await this.picture(name, 'light', 'light', DESK, RULES);
    await this.picture(name, 'dark', 'dark', DESK, COLOURS); // which are all that differs
    await this.picture(name, 'phone', 'light', PHONE, RULES);
    await this.seenOn('light', DESK);
  }

  // The same as it is now, for a further state of a view that is looked at elsewhere.
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

  // Straight from the browser, which is told to compress the less and the sooner.
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
    // Through the debugger, which the security policy does not bind.
    if (!await this.page.evaluate(() => Boolean(window.axe))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate(async (options) => {
      const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 3).map(({ html, failureSummary }) => `    ${html}\n      ${failureSummary}`).join('\n')}`);
    }, rules === RULES ? { runOnly: rules, rules: BESIDE } : { runOnly: rules });
    if (found.length > 0) throw new Error(`axe on ${where}:\n  ${found.join('\n  ')}`);
  }

  end(allowed) {
    const bad = this.complaints.filter((text) => ![ASKED_FOR_A_SESSION, ...allowed].some((one) => one.test(text)));
    if (bad.length > 0) throw new Error(`the browser complains:\n  ${bad.join('\n  ')}`);
  }
}

export const viewport = DESK;
