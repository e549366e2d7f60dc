// SPDX-License-Identifier: Apache-2.0
// A PDF that calls its pages i, ii and 1: the viewer says so beside their numbers, in the language chosen.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const LABELS = '0 << /S /r >> 2 << /S /D >>';
const TEXTS = ['Foreword to the handbook', 'Contents of the handbook', 'Backups are tested every quarter.'];

// One page for each text.
function pdf(texts) {
  const stream = (content) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const kids = texts.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /PageLabels << /Nums [${LABELS}] >> >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      stream(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
    ]),
  ];
  let out = '%PDF-1.4\n';
  let table = '0000000000 65535 f \n';
  objects.forEach((object, index) => {
    table += `${String(out.length).padStart(10, '0')} 00000 n \n`;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const size = objects.length + 1;
  return `${out}xref\n0 ${size}\n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`;
}

journey('the viewer says what a PDF calls its pages', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await at.open('/cm/evidence');
  const [handbook] = await addEvidence(at, { 'handbook.pdf': pdf(TEXTS) });
  for (const [language, called, titled, next] of [
    ['en', 'page ii', 'Page 1 (3)', 'Next page'],
    ['de', 'Seite ii', 'Seite 1 (3)', 'Nächste Seite'],
  ]) {
    await page.addInitScript((code) => localStorage.setItem('assay.language', code), language);
    await at.open(`/cm/evidence/${handbook.id}?page=2`);
    const bar = page.locator('.viewer-bar');
    await bar.getByText(called, { exact: true }).waitFor();
    await bar.getByRole('button', { name: next }).click();
    await bar.getByText(called.replace('ii', '1'), { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('.text-page-number', { hasText: titled }).waitFor();
    if (language === 'en') await at.glance('viewer-labels');
  }
  const { pageLabels } = await at.api('GET', `/api/documents/${handbook.id}`);
  assert.deepEqual(pageLabels, ['i', 'ii', '1']);
});
