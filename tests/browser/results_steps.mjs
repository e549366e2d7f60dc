// SPDX-License-Identifier: Apache-2.0
// Steps and answers that journeys over the results of a run share.

export const shownTitle = (at) =>
  at.page.getByRole('region', { name: 'Judgement', exact: true }).getByRole('heading', { level: 2 });
export const openOne = (at) => at.page.locator('[aria-current=true] .strong').first().textContent();
// A person must decide what is not complete, and what the evaluator itself doubts.
export const needsDecision = (one) => one.status !== 'COMPLETE' || one.details.needsReview === true;
export const reviewsOf = async (at, one) => (await at.api('GET', `/api/assessments/${one.id}/reviews`)).reviews;

export async function until(what, check) {
  for (let left = 100; left > 0; left -= 1) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain: ${what}`);
}

// Makes `count` assessments from those of the run.
export async function withAssessments(at, run, count, change = () => ({})) {
  const {
    assessments: [model],
  } = await at.api('GET', `/api/runs/${run.id}/assessments?brief=true&limit=1`);
  const all = Array.from({ length: count }, (_, index) => ({
    ...model,
    requirementId: `R-${index}`,
    id: index === 0 ? model.id : `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    status: ['PARTIAL', 'MISSING', 'COMPLETE'][index % 3],
    confidence: ((index * 37) % 100) / 100,
    review: null,
    requirement: {
      ...model.requirement,
      title: `Requirement ${index} is met by what it demands`,
      criterionId: 1 + Math.floor(index / 40),
      criterionTitle: `Criterion ${1 + Math.floor(index / 40)}`,
    },
    ...change(index, model),
  }));
  await at.page.route(`**/api/runs/${run.id}/assessments?**`, (route) =>
    route.fulfill({ json: { assessments: all, nextCursor: null } }),
  );
  const full = await at.api('GET', `/api/assessments/${model.id}`);
  await at.page.route('**/api/assessments/00000000-*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ json: { ...full, id } });
  });
  await at.page.route('**/api/assessments/00000000-*/reviews', (route) =>
    route.fulfill({ json: { reviews: [], nextCursor: null } }),
  );
}
