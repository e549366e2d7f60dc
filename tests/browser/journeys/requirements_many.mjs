// SPDX-License-Identifier: Apache-2.0
// Fifteen hundred requirements: the tree scrolls at fifty frames per second or more, and finds one. Runs
// alone, since it counts frames.
import assert from 'node:assert/strict';
import { sharedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { assertSmooth } from '../scrolling.mjs';

const MANY = 1500;

journey('fifteen hundred requirements scroll at fifty frames a second', { alone: true }, async (at) => {
  const { page } = at;
  await sharedTenant(at, 'VIEWER');
  await page.route('**/api/coverage?**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [model] = body.items;
    body.items = Array.from({ length: MANY }, (_, index) => ({
      ...model,
      id: `requirement ${index}`,
      requirementId: `${1 + (index % 8)}.${index}`,
      criterionId: 1 + (index % 8),
      title: `Statement ${index} of a long pack`,
    })).sort((a, b) => a.criterionId - b.criterionId);
    body.requirements = MANY;
    return route.fulfill({ response, json: body });
  });
  await at.open('/cm/requirements');
  await page.getByText('1,500 requirements').last().waitFor();
  await assertSmooth(page, 'fifteen hundred requirements');
  const begun = Date.now();
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('statement 1499');
  await page.getByText('1 of 1,500 requirements').waitFor();
  assert.ok(Date.now() - begun < 3000);
});
