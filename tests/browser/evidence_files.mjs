// SPDX-License-Identifier: Apache-2.0
// Files that journeys upload as evidence, and remove again.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const policy = (about) => `# ${about}

## Scope

The officer for ${about} reviews the register every quarter (${randomUUID()}).

- Nobody approves their own request.
`;

// Writes files to disk for a file chooser and removes them afterwards.
export async function withFiles(contents, work) {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const paths = Object.entries(contents).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    });
    return await work(paths, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function choose(page, paths) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await chooser).setFiles(paths);
}

export async function removeAll(at, word) {
  const { documents } = await at.api('GET', `/api/documents?topLevel=true&limit=200&q=${encodeURIComponent(word)}`);
  for (const { id } of documents)
    await at.page.request.delete(`${at.stack.baseUrl}/api/documents/${id}`, {
      headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
    });
}
