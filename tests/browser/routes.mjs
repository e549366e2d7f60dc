// SPDX-License-Identifier: Apache-2.0
// Reads the existing views from the tables of the two front ends.
import { readFileSync } from 'node:fs';

const SOURCE = new URL('../../nginx/web/src/', import.meta.url);

// Paths of /cm or /admin, with `:name` for their parameters.
export function pathsOf(frontEnd) {
  const table = readFileSync(new URL(`${frontEnd}/routes.ts`, SOURCE), 'utf8');
  return [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => `/${frontEnd}${path}`);
}

// Views that none of the addresses leads to.
export function viewsWithout(frontEnd, addresses) {
  const paths = pathsOf(frontEnd);
  const shown = addresses.map((address) => address.replace(/[?#].*/, ''));
  const leads = (path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  return paths.filter(
    (path) => !shown.some((address) => leads(path).test(address) && (path === address || !paths.includes(address))),
  );
}
