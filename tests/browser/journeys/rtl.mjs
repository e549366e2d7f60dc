// SPDX-License-Identifier: Apache-2.0
// Right-to-left evidence: read, listed, shown in its own direction with the words of a place marked, in a portal
// that stays left to right.
import assert from 'node:assert/strict';
import { addEvidence, freshTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';

const NAME = 'سياسة-أمن-المعلومات.md';
const REVIEW = 'يراجع مالكو الأنظمة حقوق الوصول لكل مستخدم كل ثلاثة أشهر.';
const PARAGRAPHS = [
  '# سياسة أمن المعلومات',
  'وافق مجلس الإدارة على هذه السياسة في 4 March 2026 (ISO 27001).',
  '## مراجعة الوصول',
  REVIEW,
  '- لا يوافق أحد على طلبه.\n- تُعطّل الحسابات في اليوم الأخير (HR-7).',
  'The English summary is kept by the CISO.',
];
const TEXT = `${PARAGRAPHS.join('\n\n')}\n`;

// The text direction of an element that has exactly this text.
const directionOf = (page, text) =>
  page
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => getComputedStyle(element.closest('[dir]') ?? element).direction);

journey('evidence from right to left is shown in its own direction', {}, async (at) => {
  const { page } = at;
  const tenant = await freshTenant(at);
  await at.signInAs(tenant.user('MEMBER'));
  await addEvidence(at, { [NAME]: TEXT, 'English.md': '# Access\n\nAccess rights are reviewed every quarter.\n' });
  await at.open('/cm/evidence');
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  await row.getByText('Ready', { exact: true }).waitFor();
  assert.equal(await directionOf(page, NAME), 'rtl');
  const [name, size] = await Promise.all([
    row.getByRole('link', { name: NAME }).boundingBox(),
    row.getByText(/bytes$/).boundingBox(),
  ]);
  assert.ok(Math.abs(name.x - size.x) < 2, 'the name begins where all names begin');
  await row.getByRole('link', { name: NAME }).click();
  await at.heading(NAME);
  await page.getByText(REVIEW).first().waitFor();
  const shown = page.getByRole('region', { name: /^Text of/ });
  for (const [text, way] of [
    [REVIEW, 'rtl'],
    ['سياسة أمن المعلومات', 'rtl'],
    ['The English summary is kept by the CISO.', 'ltr'],
  ]) {
    const found = await shown
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
    assert.equal(found, way, text);
  }
  await page.getByRole('button', { name: new RegExp(REVIEW.slice(0, 20)) }).click(); // the chunk
  await page.locator('mark').first().waitFor();
  const marked = (await page.locator('mark').allInnerTexts()).join(' ');
  assert.ok(marked.includes(REVIEW), marked);
  await at.look('document-rtl');
  assert.equal(await page.evaluate(() => getComputedStyle(globalThis.document.body).direction), 'ltr');
  await at.open(`/cm/search?q=${encodeURIComponent(REVIEW)}`);
  await page.getByRole('link', { name: NAME }).first().waitFor();
  await at.glance('search-rtl');
});
