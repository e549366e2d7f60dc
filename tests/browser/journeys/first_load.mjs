// SPDX-License-Identifier: Apache-2.0
// The size of the first load of /cm, as transferred over the wire.
import assert from 'node:assert/strict';
import { journey } from '../journey.mjs';

const MOST = 120_000; // bytes

journey('the first load of /cm is light, and its files are kept', { as: 'VIEWER' }, async (at) => {
  const { page } = at;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!urls.get(requestId)?.includes('/api/')) bytes += encodedDataLength;
  });
  await at.open('/cm/');
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.waitForLoadState('networkidle');
  console.log(`         first load of /cm: ${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes <= MOST, `${bytes} bytes`);

  const script = [...urls.values()].find((url) => /\/assets\/.*\.js$/.test(url));
  const kept = await page.request.get(script);
  assert.equal(kept.headers()['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(kept.headers()['content-encoding'], /^(br|gzip)$/); // nginx has brotli only where its module is installed
  const shell = await page.request.get(`${at.stack.baseUrl}/cm/runs/any`);
  assert.equal(shell.headers()['cache-control'], 'no-cache');
});
