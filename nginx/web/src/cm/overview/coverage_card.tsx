// SPDX-License-Identifier: Apache-2.0
// Coverage: one bar for the whole pack, then one per criterion; each links to its requirements.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Foreign } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { number, percent } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

type Coverage = Schemas['Coverage'];

export function CoverageCard({ coverage }: { coverage: Coverage }) {
  const words = t().overview;
  return (
    <Card title={words.coverage} meta={words.decided(coverage.decided, coverage.toDecide)} flush>
      <div class="coverage-whole">
        <p>
          <span class="figure">{percent(coverage.held.COMPLETE / Math.max(1, coverage.requirements))}</span>{' '}
          <span class="second">{words.ofComplete(coverage.held.COMPLETE, coverage.requirements)}</span>
        </p>
        <StatusShares counts={coverage.held} rest={coverage.notAssessed} legend />
      </div>
      <ul class="rows" aria-label={words.byCriterion}>
        {coverage.criteria.map((one) => (
          <li key={one.criterionId}>
            <Link
              href={`/requirements?${new URLSearchParams({ criterion: String(one.criterionId), pack: coverage.packId })}`}
              class="criterion-row">
              <span class="clip-2">
                <span class="second">{number(one.criterionId)}</span> <Foreign>{one.criterionTitle}</Foreign>
              </span>
              <StatusShares counts={one.held} rest={one.notAssessed} />
              <span class="small second number">{words.completeOf(one.held.COMPLETE, one.requirements)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
