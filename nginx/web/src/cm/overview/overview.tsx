// SPDX-License-Identifier: Apache-2.0
// Overview: how far the pack is met, how that changes from run to run, and what needs somebody.
import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { Foreign } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { counts, recount, sum } from '../../shell/counts.ts';
import { t } from '../../strings/words.ts';
import { NoPack, PackSelect, usePackChoice } from '../packs/pack_choice.tsx';
import { Attention } from './attention.tsx';
import { CoverageCard } from './coverage_card.tsx';
import { FirstSteps } from './first_steps.tsx';
import { RunUnderWay } from './run_under_way.tsx';
import { TrendCard } from './trend_card.tsx';

const RUNS = 30; // looked at for the trend
const WHILE_RUNNING = 1500; // ms

export default function Overview() {
  const words = t().overview;
  const choice = usePackChoice();
  const pack = choice.chosen;
  const all = counts.value;
  const query = { packId: pack?.id };
  const runs = useResource(pack ? '/api/runs' : null, { query: { ...query, limit: RUNS } },
    (data) => (data.runs.some(({ status }) => status === 'QUEUED' || status === 'IN_PROGRESS') ? WHILE_RUNNING : null));
  const coverage = useResource(pack ? '/api/coverage' : null, { query });

  // A run that has just ended changes everything else.
  const ended = runs.data?.runs.filter(({ completedAt, failedAt }) => completedAt ?? failedAt).length;
  useEffect(() => {
    if (ended === undefined) return;
    coverage.reload();
    recount();
  }, [ended]);

  const error = coverage.error ?? runs.error ?? all.error;
  const retry = () => {
    coverage.reload();
    runs.reload();
    recount();
  };
  const body = coverage.data && runs.data && all.data
    ? { coverage: coverage.data, runs: runs.data.runs, counts: all.data } : null;
  return (
    <>
      <PageHead title={words.title}
        acts={<><PackSelect choice={choice} />{pack && may(currentUser(), 'MEMBER') && <ButtonLink to={`/runs?${new URLSearchParams({ start: '1', pack: pack.id })}`} look="primary">{words.start}</ButtonLink>}</>}
        summary={pack ? <><Foreign>{pack.name}</Foreign> <bdi>{pack.version}</bdi> · {words.requirements(pack.requirementCount)}</> : '\u00a0'} />
      {pack === undefined && <NoPack choice={choice} />}
      {error && <ErrorNote error={error} onRetry={retry} />}
      {body && <RunUnderWay runs={body.runs} />}
      {body ? sum(body.coverage.held) > 0
        ? <div class="halves">
            <div class="stack"><CoverageCard coverage={body.coverage} /></div>
            <div class="stack">
              <Attention {...body} />
              <TrendCard runs={body.runs} />
            </div>
          </div>
        : <FirstSteps counts={body.counts} runs={body.runs} />
        : !error && (coverage.slow || runs.slow) && <div class="card panel"><Skeleton lines={8} /></div>}
    </>
  );
}
