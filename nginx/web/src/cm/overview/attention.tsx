// SPDX-License-Identifier: Apache-2.0
// What needs attention: each item as a sentence with a link to where it is handled.
import { Link } from 'wouter-preact';
import { ChevronRight } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Glyph, type Shape, State, type Tone } from '../../design/glyph.tsx';
import type { Counts } from '../../shell/counts.ts';
import { t } from '../../strings/words.ts';

interface Need {
  count: number;
  text: string;
  to: string;
  shape: Shape;
  tone: Tone;
}

// The runs that failed since the last completed run.
function failedSince(runs: readonly Schemas['Run'][]): readonly Schemas['Run'][] {
  const ended = runs.findIndex(({ status }) => status === 'COMPLETED');
  return (ended < 0 ? runs : runs.slice(0, ended)).filter(({ status }) => status === 'FAILED');
}

function needs(counts: Counts, coverage: Schemas['Coverage'], runs: readonly Schemas['Run'][]): Need[] {
  const words = t().overview.needs;
  const pack = new URLSearchParams({ pack: coverage.packId });
  const failed = failedSince(runs);
  const documents = counts.documents.FAILED ?? 0;
  const waiting = coverage.toDecide - coverage.decided;
  const all: Need[] = [
    {
      count: failed.length,
      text: words.runs(failed.length),
      to: `/runs/${failed[0]?.id}`,
      shape: 'triangle',
      tone: 'failed',
    },
    {
      count: coverage.held.FAILED,
      text: words.broken(coverage.held.FAILED),
      to: `/requirements?${pack}&status=FAILED`,
      shape: 'triangle',
      tone: 'failed',
    },
    {
      count: documents,
      text: words.documents(documents),
      to: '/evidence?status=failed',
      shape: 'triangle',
      tone: 'missing',
    },
    {
      count: counts.overdueTasks,
      text: words.overdue(counts.overdueTasks),
      to: '/tasks?show=overdue',
      shape: 'triangle',
      tone: 'partial',
    },
    {
      count: waiting,
      text: words.decisions(waiting),
      to: `/requirements?${pack}&status=undecided`,
      shape: 'ring',
      tone: 'accent',
    },
    {
      count: counts.unassignedTasks,
      text: words.unassigned(counts.unassignedTasks),
      to: '/tasks?who=nobody',
      shape: 'ring',
      tone: 'accent',
    },
  ];
  return all.filter(({ count }) => count > 0);
}

export function Attention({
  counts,
  coverage,
  runs,
}: {
  counts: Counts;
  coverage: Schemas['Coverage'];
  runs: readonly Schemas['Run'][];
}) {
  const words = t().overview.needs;
  const found = needs(counts, coverage, runs);
  return (
    <Card title={words.title} flush>
      {found.length === 0 ? (
        <p class="card-body">
          <State shape="tick" tone="complete">
            {words.nothing}
          </State>
        </p>
      ) : (
        <ul class="rows">
          {found.map((one) => (
            <li key={one.text}>
              <Link href={one.to} class="need">
                <Glyph shape={one.shape} tone={one.tone} size={16} />
                <span class="grow">{one.text}</span>
                <ChevronRight size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
