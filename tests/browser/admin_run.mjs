// SPDX-License-Identifier: Apache-2.0
// Runs for journeys in the administration, and opening one.

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED'];

// A run over two requirements, which takes only a moment.
export async function newRun(at) {
  const { requirements } = await at.api('GET', '/api/requirements');
  const { run } = await at.api('POST', '/api/runs', {
    requirementIds: requirements.slice(0, 2).map(({ requirementId }) => requirementId),
  });
  for (;;) {
    const now = await at.api('GET', `/api/runs/${run.id}`);
    if (ENDED.includes(now.status)) return now;
    await at.page.waitForTimeout(100);
  }
}

export async function completedRun(at) {
  const {
    runs: [run],
  } = await at.api('GET', '/api/admin/runs?status=COMPLETED&limit=1');
  return run ?? newRun(at);
}

export async function openRun(at, run, query = '') {
  await at.open(`/admin/runs/${run.id}${query}`);
  await at.page.getByRole('tree', { name: 'Spans of the run over time' }).waitFor();
}
