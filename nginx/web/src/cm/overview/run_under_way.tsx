// SPDX-License-Identifier: Apache-2.0
// A run that is under way, with its progress.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Progress } from '../../design/measures.tsx';
import { t } from '../../strings/words.ts';

export function RunUnderWay({ runs }: { runs: readonly Schemas['Run'][] }) {
  const words = t().overview;
  const run = runs.findLast(({ status }) => status === 'QUEUED' || status === 'IN_PROGRESS');
  if (!run) return null;
  const { requirementsDone: done, requirementsTotal: total } = run.progress;
  return (
    <Link href={`/runs/${run.id}`} class="card under-way">
      <Progress
        label={words.underWay}
        value={run.status === 'QUEUED' ? null : done}
        total={total}
        detail={words.judged(done, total)}
      />
    </Link>
  );
}
