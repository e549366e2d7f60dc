// SPDX-License-Identifier: Apache-2.0
// The front ends' sources have no circle of imports, neither of files nor of folders.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WEB = new URL('../../nginx/web/', import.meta.url);
const SOURCE = new URL('src/', WEB);
const { preProcessFile } = createRequire(new URL('package.json', WEB))('typescript');

// [file, imported file] for every import of an own file: of types too, and of views that are fetched later.
const imports = readdirSync(fileURLToPath(SOURCE), { recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    preProcessFile(readFileSync(new URL(file, SOURCE), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => [file, posix.join(posix.dirname(file), fileName)]),
  );

// The first circle among arrows [from, to], as the names along it, or null.
function circleAmong(arrows) {
  const ends = new Map();
  for (const [from, to] of arrows) ends.set(from, (ends.get(from) ?? new Set()).add(to));
  const done = new Set();
  const circleFrom = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const end of ends.get(name) ?? []) {
      const circle = circleFrom(end, [...way, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of ends.keys()) {
    const circle = circleFrom(name, []);
    if (circle) return circle.join(' → ');
  }
  return null;
}

// A folder and those inside it may import one another: routes.ts names the views, which share what stands beside it.
const within = (inner, outer) => outer === '.' || `${inner}/`.startsWith(`${outer}/`);

test('a circle is found, and its way told', () => {
  assert.equal(
    circleAmong([
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ]),
    null,
  );
  assert.equal(
    circleAmong([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'b'],
    ]),
    'b → c → d → b',
  );
});

test('no file imports itself by way of others', () => {
  assert.ok(imports.length > 500, `${imports.length} imports are found`);
  assert.equal(circleAmong(imports), null);
});

test('no folder imports itself by way of others', () => {
  const folders = imports.map((ends) => ends.map((file) => posix.dirname(file)));
  assert.equal(circleAmong(folders.filter(([from, to]) => !within(from, to) && !within(to, from))), null);
});
