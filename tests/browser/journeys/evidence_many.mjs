// SPDX-License-Identifier: Apache-2.0
// Ten thousand documents in the database: the list scrolls smoothly, and can be sorted in any order.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { scrollsSmoothly } from '../scrolling.mjs';

const COUNT = 10_000;
const NAMES = 'many-';

function seed(at, tenant) {
  at.stack
    .sql(`INSERT INTO document (tenant_id, id, original_filename, file_type, content_type, size_bytes, sha256, status,
      uploaded_at, extracted_at, parsed_at, indexed_at, ready_at, page_count, chunk_count)
    SELECT '${tenant}', gen_random_uuid(), '${NAMES}' || lpad(n::text, 5, '0') || '.pdf', 'pdf', 'application/pdf', n * 1000,
      encode(sha256(convert_to('${NAMES}' || n, 'UTF8')), 'hex'), 'READY', at, at, at, at, at, 1 + n % 40, 1 + n % 90
    FROM (SELECT n, clock_timestamp() - n * interval '1 minute' AS at FROM generate_series(1, ${COUNT}) n) AS made`);
}

const clear = (at, tenant) =>
  at.stack.sql(`DELETE FROM document WHERE tenant_id = '${tenant}' AND original_filename LIKE '${NAMES}%'`);

journey('ten thousand documents scroll smoothly', { as: 'MEMBER', tenant: 1, speed: true }, async (at) => {
  const { page } = at;
  const tenant = at.stack.demo.tenants[1].id;
  clear(at, tenant);
  seed(at, tenant);
  try {
    await at.open('/cm/evidence');
    await page.getByRole('button', { name: /^All 10,0/ }).waitFor();
    const row = (name) => page.getByRole('row', { name: new RegExp(name) });
    await page.getByRole('table').waitFor();
    await scrollsSmoothly(page, 'ten thousand documents');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Order' }).click();
    await page.getByRole('menuitemradio', { name: 'Largest first' }).click();
    await row('many-10000\\.pdf').waitFor({ timeout: 30_000 }); // the last to arrive is now first
    assert.match(page.url(), /order=size/);
    await page.getByRole('searchbox', { name: 'Find by file name' }).fill('many-00077');
    await row('many-00077\\.pdf').waitFor();
  } finally {
    clear(at, tenant);
  }
});
