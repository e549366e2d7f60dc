// SPDX-License-Identifier: Apache-2.0
// Search from anywhere: passages and requirements, and from a passage to its place.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

journey('a question finds passages, and a passage leads to its words', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/settings');
  await at.heading('Settings');
  await page.keyboard.press('/');
  await page.keyboard.type('access rights are reviewed every quarter');
  await page.keyboard.press('Enter');
  await at.heading('Search');
  assert.match(page.url(), /\/cm\/search\?q=access%20rights/);
  const hits = page.getByRole('region', { name: 'Evidence' }).getByRole('listitem');
  await hits.first().waitFor();
  const marked = await hits.first().locator('mark').allInnerTexts();
  assert.ok(
    marked.some((word) => /access|right|review|quarter/i.test(word)),
    marked.join(),
  );
  await page.getByRole('region', { name: 'Requirements' }).getByRole('listitem').first().waitFor();
  await at.look('search');
  const passage = (await hits.first().locator('.passage').innerText()).replace(/\s+/g, ' ').trim();
  await hits.first().getByRole('link').click();
  await page
    .getByRole('region', { name: /^(Text|Original) of/ })
    .locator('mark')
    .first()
    .waitFor();
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('.viewer mark')].map((one) => one.textContent).join(''),
  );
  assert.equal(found.replace(/\s+/g, ' ').trim(), passage);
});

journey('search says what it is for, and when it finds nothing', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/search');
  await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor();
  await at.glance('search-empty');
  await page.route('**/api/search?**', (route) => route.fulfill({ json: { results: [] } }));
  await page.getByRole('main').getByRole('searchbox').fill('zyxwvut');
  await page.getByText('No passage comes close.').waitFor();
  await page.getByText('No requirement has these words.').waitFor();
});

journey('search says when what it finds is not near', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  await at.open('/cm/search?q=football%20world%20cup%20winners');
  await page.getByText('Nothing in the evidence comes close.').waitFor();
  await at.glance('search-far');
  await page.getByRole('main').getByRole('searchbox').fill('access rights are reviewed every quarter');
  await page.getByText(/passages?, best first/).waitFor();
  assert.equal(await page.getByText('Nothing in the evidence comes close.').count(), 0);
});

journey('search is told of while nothing answers', { as: 'VIEWER', complaints: [/status of 503/] }, async (at) => {
  const { page } = at;
  await page.route('**/api/search?**', (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'UNAVAILABLE', message: 'The pipeline does not run on this host.', requestId: 'r-9' },
    }),
  );
  await at.open('/cm/search?q=policy');
  await page.getByRole('alert').getByText('The pipeline does not run on this host.').waitFor();
});
