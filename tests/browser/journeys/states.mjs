// SPDX-License-Identifier: Apache-2.0
// Every view while it loads and when loading fails: accessible in both states. The error says what is
// wrong, names the request, and offers a retry.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';
import { pathsOf } from '../routes.mjs';

const ID = '00000000-0000-7000-8000-000000000000';
const NOTHING_TO_LOAD = ['/admin/packs/import'];
const BROKEN = { error: 'INTERNAL', message: 'The request could not be processed.', requestId: 'r-13' };

for (const frontEnd of ['cm', 'admin']) {
  journey(
    `each view of /${frontEnd} is accessible while it waits and when it fails`,
    { as: 'SUPER_ADMIN', complaints: [/status of 500/] },
    async (at) => {
      const { page } = at;
      let held = [];
      let broken = false;
      const refuse = (route) => route.fulfill({ status: 500, json: BROKEN }).catch(() => undefined); // of a page that was left
      await page.route(/\/api\/(?!auth\/)/, (route) => (broken ? refuse(route) : void held.push(route)));
      for (const path of pathsOf(frontEnd)
        .map((one) => one.replaceAll(/:\w+/g, ID))
        .filter((one) => !NOTHING_TO_LOAD.includes(one))) {
        broken = false;
        held = [];
        const query = path.endsWith('/search')
          ? '?q=access'
          : path.startsWith('/admin') && path.endsWith('/compare')
            ? `?from=${ID}&to=${ID}`
            : '';
        await at.open(path + query);
        await page.locator('.skeleton').first().waitFor();
        await at.checkAccess(`${path}, waiting`);
        broken = true;
        await Promise.all(held.map(refuse));
        const alert = page.getByRole('alert').filter({ hasText: BROKEN.message }).first();
        await alert.getByText(BROKEN.requestId).waitFor();
        await alert.getByRole('button', { name: 'Try again' }).waitFor();
        assert.equal(await page.locator('main .skeleton').count(), 0, `${path} no longer waits`);
        await at.checkAccess(`${path}, broken`);
      }
    },
  );
}
