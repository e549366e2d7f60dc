// SPDX-License-Identifier: Apache-2.0
// Overview: how far the pack is met, how that changes from run to run, and what needs attention.
import { useEffect, useRef } from 'preact/hooks';
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

const RUNS = 30; // considered for the trend
const WHILE_RUNNING = 1500; // ms

export default function Overview() {
  const words = t().overview;
  const choice = usePackChoice();
  const pack = choice.chosen;
  const all = counts.value;
  const coverage = useResource(choice.known ? '/api/coverage' : null, { query: { packId: choice.asked } });
  const packId = coverage.data?.packId;
  const runs = useResource(packId ? '/api/runs' : null, { query: { packId, limit: RUNS } }, (data) =>
    data.runs.some(({ status }) => status === 'QUEUED' || status === 'IN_PROGRESS') ? WHILE_RUNNING : null,
  );

  // When a run ends, everything else changes and reloads.
  const { reload } = coverage;
  const ended = runs.data?.runs.filter(({ completedAt, failedAt }) => completedAt ?? failedAt).length;
  const endedBefore = useRef(ended);
  useEffect(() => {
    if (endedBefore.current !== undefined && ended !== undefined && ended !== endedBefore.current) {
      reload();
      recount();
    }
    endedBefore.current = ended;
  }, [ended, reload]);

  const unbound = choice.loaded.data?.packs.length === 0; // without a pack there is no coverage to load
  const error = unbound ? undefined : (coverage.error ?? runs.error ?? all.error);
  const retry = () => {
    coverage.reload();
    runs.reload();
    recount();
  };
  const started = coverage.data && sum(coverage.data.held) > 0;
  const beside =
    coverage.data && runs.data && all.data ? { coverage: coverage.data, runs: runs.data.runs, counts: all.data } : null;
  return (
    <>
      <PageHead
        title={words.title}
        acts={
          <>
            <PackSelect choice={choice} />
            {!unbound && may(currentUser(), 'MEMBER') && (
              <ButtonLink
                to={`/runs?${new URLSearchParams({ start: '1', ...(pack ? { pack: pack.id } : {}) })}`}
                look="primary">
                {words.start}
              </ButtonLink>
            )}
          </>
        }
        summary={
          pack ? (
            <>
              <Foreign>{pack.name}</Foreign> <bdi>{pack.version}</bdi> · {words.requirements(pack.requirementCount)}
            </>
          ) : (
            '\u00a0'
          )
        }
      />
      {(unbound || choice.loaded.error) && <NoPack choice={choice} />}
      {error && <ErrorNote error={error} onRetry={retry} />}
      {runs.data && <RunUnderWay runs={runs.data.runs} />}
      {coverage.data && started ? (
        <div class="halves">
          <div class="stack">
            <CoverageCard coverage={coverage.data} />
          </div>
          {beside && (
            <div class="stack">
              <Attention {...beside} />
              <TrendCard runs={beside.runs} />
            </div>
          )}
        </div>
      ) : beside ? (
        <FirstSteps counts={beside.counts} runs={beside.runs} />
      ) : (
        !error &&
        !unbound &&
        (choice.slow || coverage.slow || runs.slow) && (
          <div class="card panel">
            <Skeleton lines={8} />
          </div>
        )
      )}
    </>
  );
}
