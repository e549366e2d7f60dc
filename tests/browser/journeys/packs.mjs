// SPDX-License-Identifier: Apache-2.0
// Packs: imported after a preview of the changes, read as a tree, two versions compared.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { journey } from '../journey.mjs';

const fresh = (what) => `${what} ${randomBytes(4).toString('hex')}`;

const CRITERIA = [
  {
    criterionId: 1,
    criterionTitle: 'Access',
    criterionDescription: 'Who may enter, and how it is known.',
    label: 'AC',
    requirements: [
      {
        requirementId: '1.1',
        title: 'Access rights are reviewed every quarter by the owner of the system.',
        guidance: 'A list with names and dates is enough.',
        expectedEvidence: ['Review record', 'Ticket of a change'],
      },
      { requirementId: '1.2', title: 'Accounts of people who leave are disabled within one day.' },
    ],
  },
  {
    criterionId: 2,
    criterionTitle: 'Backups',
    requirements: [{ requirementId: '2.1', title: 'Backups are tested every year.' }],
  },
];
const file = (name, version, criteria = CRITERIA) => ({
  name: 'pack.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format: 'assay-pack/1', name, version, criteria })),
});
const SECOND = [
  {
    ...CRITERIA[0],
    requirements: [
      {
        ...CRITERIA[0].requirements[0],
        title: 'Access rights are reviewed every month by the owner of the system and by security.',
      },
    ],
  },
  {
    ...CRITERIA[1],
    requirements: [
      ...CRITERIA[1].requirements,
      { requirementId: '2.2', title: 'Restores are <b>practised</b> & recorded.' },
    ],
  },
];

async function choose(page, chosen) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ]);
  await chooser.setFiles(chosen);
}

const importByApi = async (at, chosen) => {
  const answer = await at.page.request.post(`${at.stack.baseUrl}/api/admin/packs/import`, {
    headers: { Authorization: `Bearer ${at.token}`, 'X-Requested-With': 'assay' },
    multipart: { file: chosen },
  });
  assert.equal(answer.status(), 201, await answer.text());
  return (await answer.json()).pack;
};

journey(
  'a pack is looked at, imported for good, and its next version says what it changes',
  { as: 'ADMIN', tenant: 1 },
  async (at) => {
    const { page } = at;
    const name = fresh('Harbour rules');
    const packs = async () => (await at.api('GET', '/api/admin/packs')).packs.filter((one) => one.name === name);
    await at.open('/admin/packs');
    await at.heading('Packs');
    await page.getByRole('link', { name: 'Import a pack' }).click();
    await at.heading('Import a pack');
    await choose(page, file(name, '1'));
    await page.getByText('Nothing has been kept yet.').waitFor();
    await page.getByText('New pack', { exact: true }).waitFor();
    await page.getByText('The file holds 2 criteria and 3 requirements.').waitFor();
    assert.equal((await packs()).length, 0, 'a look keeps nothing');
    const { bottom } = await page
      .getByRole('button', { name: 'Import', exact: true })
      .evaluate((button) => button.getBoundingClientRect());
    assert.ok(bottom <= 900, `the button to import is in sight: ${bottom} px`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('main').getByText('Imported.').waitFor();
    assert.equal((await packs()).length, 1);

    await page.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, file(name, '2', SECOND));
    await page.getByText('New version', { exact: true }).waitFor();
    const changes = page.getByRole('region', { name: `What changes in ${name}` });
    assert.ok(
      (await page.getByRole('button', { name: 'Import', exact: true }).boundingBox()).y < 860,
      'in sight however much changes',
    );
    await changes.getByText('1 → 2').waitFor();
    assert.match(await changes.innerText(), /Added 1\s+2\.2\s+Changed 1\s+1\.1\s+Removed 1\s+1\.2/);
    await at.look('admin-pack-dry-run');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the pack' }).click();
    await at.heading(name);
  },
);

journey(
  'a broken pack is refused with the place of each error',
  { as: 'SUPER_ADMIN', complaints: [/status of 400/, /status of 415/] },
  async (at) => {
    const { page } = at;
    const rows = [
      'criterionId,criterionTitle,criterionDescription,requirementId,subcheckLabel,title',
      '1,Access,,1.1,,Doors are locked',
      '1,Access,,1.1,,Doors are locked twice',
      'x,Backups,,2.1,,Backups are made',
      '2,Backups,,2.2,,',
    ];
    await at.open('/admin/packs/import');
    await at.heading('Import a pack');
    const csv = (text) => ({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose(page, csv(rows.join('\n')));
    await page.getByRole('alert').getByText('The file cannot be imported: 3 errors').waitFor();
    for (const [place, issue] of [
      ['line 3, requirementId', '1.1 is in line 2 already'],
      ['line 4, criterionId', /whole number/],
      ['line 5, title', 'must not be empty'],
    ]) {
      await page.getByRole('listitem').filter({ hasText: place }).getByText(issue).waitFor();
    }
    await at.glance('admin-pack-broken');
    await choose(page, csv('nothing of the kind'));
    await page
      .getByRole('alert')
      .getByText(/Packs cannot be imported from this format/)
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).count(), 0);
  },
);

journey('a file dropped on the list of packs is looked at', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const { buffer } = file(fresh('Dropped'), '1');
  await at.open('/admin/packs');
  await page.getByRole('table', { name: 'Packs' }).waitFor();
  const transfer = await page.evaluateHandle((text) => {
    const made = new DataTransfer();
    made.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
    return made;
  }, buffer.toString());
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.getByText('Drop the file to see what it holds').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await at.heading('Import a pack');
  await page.getByText('dropped.json').waitFor();
  await page.getByText('New pack', { exact: true }).waitFor();
});

journey('packs are listed, and one is read as a tree', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const name = fresh('Tree rules');
  await importByApi(at, file(name, '1'));
  await at.open('/admin/packs');
  await page
    .getByRole('row', { name: /Assay Baseline/ })
    .getByText('In force')
    .waitFor();
  await at.look('admin-packs');
  await page.getByRole('searchbox', { name: 'Find a pack' }).fill(name);
  await page.getByRole('link', { name }).click();
  await at.heading(name);
  await page.getByText('2 criteria, 3 requirements').waitFor();
  await page.getByText('Access rights are reviewed every quarter').click();
  await page.getByText('A list with names and dates is enough.').waitFor();
  await page.getByText('Ticket of a change').waitFor();
  await at.look('admin-pack');
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('backups');
  await page.getByText('1 of 3 requirements match').waitFor();
  assert.equal(await page.getByText('Accounts of people who leave').count(), 0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), `${name} 1.json`);
  await page.getByRole('tab', { name: 'Mappings' }).click();
  await page.getByText('No mappings').waitFor();
});

journey('two versions of a pack are compared word by word', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const name = fresh('Compared rules');
  const { id } = await importByApi(at, file(name, '1'));
  await importByApi(at, file(name, '2', SECOND));
  await at.open(`/admin/packs/${id}?show=versions`);
  await page.getByRole('row', { name: /^2/ }).waitFor();
  await at.glance('admin-pack-versions');
  await page.getByRole('button', { name: 'Compare' }).click();
  await at.heading('Differences between two versions');
  const changed = page.getByRole('listitem').filter({ hasText: '1.1' });
  await changed.waitFor();
  assert.deepEqual(await changed.locator('del bdi').allInnerTexts(), ['quarter ']);
  assert.deepEqual(
    (await changed.locator('ins bdi').allInnerTexts()).map((text) => text.trim()),
    ['month', 'and by security'],
  );
  await page.getByText('Restores are <b>practised</b> & recorded.').waitFor();
  await at.look('admin-pack-compare');
  await page.getByRole('button', { name: /^Removed/ }).click();
  assert.equal(await page.getByRole('listitem').filter({ hasText: 'Accounts of people who leave' }).count(), 1);
  assert.equal(await page.getByRole('listitem').filter({ hasText: 'Restores are' }).count(), 0);
});

journey('mappings between two packs are shown with both sides named', { as: 'SUPER_ADMIN' }, async (at) => {
  const { page } = at;
  const {
    packs: [pack],
  } = await at.api('GET', '/api/admin/packs');
  const side = (packId, name) => ({ packId, name, sourceKey: `urn:example:${name}` });
  await page.route('**/api/packs/*/mappings?**', (route) =>
    route.fulfill({
      json: {
        nextCursor: null,
        mappings: [
          {
            id: '01934a5e-bbbb-7abc-8def-0123456789ab',
            name: 'Old to new',
            sourceKey: 'urn:example:mapping',
            source: side(pack.id, pack.name),
            target: side(null, 'New rules'),
            mappingCount: 2,
            entries: [
              {
                source: { requirementId: '1.1', sourceKey: 'urn:a:1.1' },
                target: { requirementId: null, sourceKey: 'urn:b:<i>9</i>' },
                relationship: 'equal',
                strength: null,
                rationale: null,
              },
              {
                source: { requirementId: '1.2', sourceKey: 'urn:a:1.2' },
                target: { requirementId: '9.2', sourceKey: 'urn:b:9.2' },
                relationship: 'intersect',
                strength: 7,
                rationale: null,
              },
            ],
          },
        ],
      },
    }),
  );
  await at.open(`/admin/packs/${pack.id}?show=mappings`);
  await page.getByRole('row', { name: /1\.2 overlaps with 9\.2 7/ }).waitFor();
  await page.getByRole('row', { name: /1\.1 equal to urn:b:<i>9<\/i>/ }).waitFor();
  await at.look('admin-pack-mappings');
});
