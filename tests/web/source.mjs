// SPDX-License-Identifier: Apache-2.0
// Loads a module of the front ends' sources, for tests that need no browser: bundled by the same esbuild
// as the front ends.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const WEB = new URL('../../nginx/web/', import.meta.url);
const { build } = createRequire(new URL('package.json', WEB))('esbuild');

// path: below nginx/web/src.
export async function source(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`src/${path}`, WEB))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
