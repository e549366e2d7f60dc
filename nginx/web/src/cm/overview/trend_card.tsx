// SPDX-License-Identifier: Apache-2.0
// The trend: one column per completed run, oldest first, divided by status. Each links to its results.
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { type Counts, sharesInWords } from '../../design/measures.tsx';
import { sum } from '../../shell/counts.ts';
import { dayAndTime, moment, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

type Run = Schemas['Run'];

const SHOWN = 16;
// From the top of a column to its foot: COMPLETE is at the bottom.
const FROM_TOP = [
  ['FAILED', 'failed'],
  ['MISSING', 'missing'],
  ['PARTIAL', 'partial'],
  ['COMPLETE', 'complete'],
] as const;

function Column({ run, most }: { run: Run; most: number }) {
  const words = t().overview;
  const counts: Counts = run.counts;
  const at = run.completedAt ?? run.createdAt;
  const label = words.runOf(dayAndTime(at), sharesInWords(counts));
  return (
    <Link href={`/runs/${run.id}/results`} class="trend-column" aria-label={label} title={label}>
      <span class="trend-bar" style={{ height: `${(sum(run.counts) / most) * 100}%` }}>
        {FROM_TOP.map(
          ([status, tone]) => counts[status] > 0 && <span class={tone} style={{ flexGrow: counts[status] }} />,
        )}
      </span>
    </Link>
  );
}

export function TrendCard({ runs }: { runs: readonly Run[] }) {
  const words = t().overview;
  const ended = runs
    .filter(({ status }) => status === 'COMPLETED')
    .slice(0, SHOWN)
    .reverse();
  const [first, last] = [ended[0], ended.at(-1)];
  if (!first || !last) return null;
  const before = ended.at(-2);
  const gained = before ? last.counts.COMPLETE - before.counts.COMPLETE : 0;
  const most = Math.max(1, ...ended.map((run) => sum(run.counts)));
  return (
    <Card title={words.trend} meta={words.runs(ended.length)}>
      <div class="trend" role="group" aria-label={words.trend}>
        {ended.map((run) => (
          <Column key={run.id} run={run} most={most} />
        ))}
      </div>
      <p class="trend-feet small second" aria-hidden="true">
        <span>{moment(first.completedAt ?? first.createdAt)}</span>
        {before && <span>{moment(last.completedAt ?? last.createdAt)}</span>}
      </p>
      <p class="second">
        {!before ? words.firstRun : gained === 0 ? words.same : words.changed(number(Math.abs(gained)), gained > 0)}
      </p>
    </Card>
  );
}
