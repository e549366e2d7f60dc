// SPDX-License-Identifier: Apache-2.0
// Fifteen hundred requirements: the tree scrolls smoothly, and finds one.
import { sharedTenant } from '../fresh_tenant.mjs';
import { journey } from '../journey.mjs';
import { scrollsSmoothly } from '../scrolling.mjs';
import { atMost } from '../speed.mjs';

const MANY = 1500;

journey('fifteen hundred requirements scroll smoothly', { speed: true }, async (at) => {
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
  await scrollsSmoothly(page, 'fifteen hundred requirements');
  const begun = Date.now();
  await page.getByRole('searchbox', { name: 'Find a requirement' }).fill('statement 1499');
  await page.getByText('1 of 1,500 requirements').waitFor();
  atMost(3000, Date.now() - begun, 'ms', 'finding one of fifteen hundred requirements');
});
