// SPDX-License-Identifier: Apache-2.0
// Builds the front ends: node build.mjs FOLDER. The API's types are made from its description first,
// so that the type check fails where client and contract differ. The folder is replaced at the end
// only, by one rename, so that a server of it never serves half a build.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import openapiTS, { astToString } from 'openapi-typescript';

const root = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(root, '../../build/web'));
const fresh = `${out}.new`;

async function writeTypes() {
  const path = join(root, 'src/api/schema.d.ts');
  const types = astToString(await openapiTS(new URL('../../handlers/openapi.yaml', import.meta.url)));
  const text = `// SPDX-License-Identifier: Apache-2.0\n// Made by build.mjs from handlers/openapi.yaml.\n${types}`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

// Beside each file that shrinks, so that nginx need not compress it at every request. Brotli's are a sixth smaller.
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: false })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|mjs|css|svg|html)$/.test(entry.name)) {
      const content = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(content)); // its default is the highest quality
    }
  }
}

await writeTypes();
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', root], { stdio: 'inherit' });
await build({ configFile: join(root, 'vite.config.js'), logLevel: 'warn', build: { outDir: fresh } });
compress(fresh);
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
