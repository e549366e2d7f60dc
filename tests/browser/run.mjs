// SPDX-License-Identifier: Apache-2.0
// Runs journeys against a running stack:
//   node run.mjs --state DIR [--pictures DIR] [WORD…]
// Runs all of journeys/*.mjs, or those whose file or name contains one of the words. Exits 1 if one fails. With
// ASSAY_BROWSER_SPEED=1, runs only those with a limit of speed, one at a time, and holds the limits.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Journey, journeys, lookedAt, viewport } from './journey.mjs';
import { viewsWithout } from './routes.mjs';
import { measuring } from './speed.mjs';
import { Stack } from './stack.mjs';

const LONGEST = 300_000; // ms, for a journey; one that hangs ends then
const STEP = 60_000; // ms, for one of its steps
const LANES = measuring ? 1 : 3; // journeys at a time: while one waits for the service, others render
// Features that the driver switches off, and the suggestions of the address bar, which are two more pages of each
// window.
const WITHOUT = [
  'AcceptCHFrame',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const words = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = words.indexOf(name);
  return at < 0 ? otherwise : words.splice(at, 2)[1];
};
const here = fileURLToPath(new URL('.', import.meta.url));
const stack = new Stack(option('--state', join(here, '../../.assay')));
const pictures = option('--pictures', join(here, '../../build/screenshots'));
mkdirSync(pictures, { recursive: true });

for (const file of readdirSync(join(here, 'journeys')).sort()) {
  const before = journeys.length;
  await import(join(here, 'journeys', file));
  for (const one of journeys.slice(before)) one.file = file;
}
const chosen = journeys.filter(
  ({ file, name, speed }) =>
    (speed || !measuring) && (words.length === 0 || words.some((word) => file.includes(word) || name.includes(word))),
);
if (chosen.length === 0) throw new Error(`no journey is called ${words.join(' or ')}`);

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--disable-features=${WITHOUT.join()}`],
});
let failures = 0;
const made = new Map(); // how many journeys have run as each role

async function make(one) {
  const begun = performance.now();
  const context = await browser.newContext({
    viewport,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(STEP); // also of the pages that a journey opens beside its own
  const page = await context.newPage();
  let timer;
  const way = new Journey(page, stack, pictures);
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done within ${LONGEST / 1000} s`)), LONGEST);
    });
    await Promise.race([
      late,
      (async () => {
        await way.begin(one);
        await one.steps(way);
      })(),
    ]);
    way.end(one.complaints);
    for (const role of way.roles) made.set(role, (made.get(role) ?? 0) + 1);
    console.log(`ok     ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${one.file}: ${one.name}`);
  } catch (error) {
    failures += 1;
    const picture = join(pictures, `failed-${one.name.replace(/\W+/g, '-')}.png`);
    await page.screenshot({ path: picture, timeout: 5000 }).catch(() => undefined);
    const complaints = [...new Set(way.complaints)].slice(0, 12);
    const line = `FAILED ${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${one.file}: ${one.name}`;
    console.log([line, error.stack, complaints.join('\n'), `seen: ${picture}`].join('\n'));
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}

// Journeys of a file run one after the other, files in parallel. Journeys marked `alone` run after all of these.
// These upload and delete what each other's pages list and ask the state of.
const TOGETHER = ['evidence_archives.mjs', 'evidence_stored.mjs', 'evidence_upload.mjs'];
const lane = (file) => (TOGETHER.includes(file) ? TOGETHER[0] : file);
const files = [...new Set(chosen.map(({ file }) => lane(file)))].map((one) =>
  chosen.filter(({ file, alone }) => lane(file) === one && !alone),
);
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let file = files.shift(); file; file = files.shift()) for (const one of file) await make(one);
  }),
);
for (const one of chosen.filter(({ alone }) => alone)) await make(one);
await browser.close();
if (chosen.length === journeys.length && failures === 0) {
  const without = ['cm', 'admin'].flatMap((frontEnd) => viewsWithout(frontEnd, lookedAt));
  if (without.length > 0) console.log(`FAILED no journey looks at ${without.join(', ')}`);
  failures += without.length;
}
console.log(
  `${failures} failures in ${chosen.length} journeys; ${[...made].map(([role, count]) => `${count} as ${role}`).join(', ')}`,
);
process.exit(failures > 0 ? 1 : 0);
