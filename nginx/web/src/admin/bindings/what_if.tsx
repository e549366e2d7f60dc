// SPDX-License-Identifier: Apache-2.0
// Shows what a pack's latest completed run would give under other thresholds. Changes no record.
import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { dayAndTime, fraction } from '../../strings/format.ts';
import { t } from '../words.ts';
import type { Thresholds } from './threshold_bar.tsx';

const PAUSE = 250; // ms after the last move of a slider
const SHOWN = 12;
const LEAST = 0.01; // the smallest threshold that the API accepts

// The thresholds once the sliders have been still for PAUSE.
function useSettled({ partial, complete }: Thresholds): Thresholds {
  const [settled, setSettled] = useState({ partial, complete });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ partial, complete }), PAUSE);
    return () => clearTimeout(timer);
  }, [partial, complete]);
  return settled;
}

export function WhatIf({ packId, thresholds }: { packId: string; thresholds: Thresholds }) {
  const words = t().bindings;
  const settled = useSettled(thresholds);
  const runs = useResource('/api/runs', { query: { packId, status: 'COMPLETED', limit: 1 } });
  const run = runs.data?.runs[0];
  const [last, setLast] = useState<ReturnType<typeof useAnswer>['data']>(undefined);
  const answer = useAnswer(run?.id ?? null, settled);
  useEffect(() => {
    if (answer.data) setLast(answer.data);
  }, [answer.data]);
  const shown = answer.data ?? last; // the previous numbers stay until the new ones arrive
  const error = runs.error ?? answer.error;
  return (
    <Card
      title={words.whatIf}
      meta={
        run?.completedAt && (
          <>
            {words.runOf} {dayAndTime(run.completedAt)}
          </>
        )
      }>
      {error ? (
        <ErrorNote
          error={error}
          onRetry={() => {
            runs.reload();
            answer.reload();
          }}
        />
      ) : runs.data && !run ? (
        <p class="second">{words.noRun}</p>
      ) : !shown ? (
        (runs.slow || answer.slow) && <Skeleton lines={4} />
      ) : (
        <div class="form" aria-live="polite">
          <div>
            <p class="small second">
              {words.asItWas(fraction(shown.from.thresholds.partial), fraction(shown.from.thresholds.complete))}
            </p>
            <StatusShares counts={shown.from.counts} legend />
          </div>
          <div>
            <p class="small second">
              {words.asItWould(fraction(shown.thresholds.partial), fraction(shown.thresholds.complete))}
            </p>
            <StatusShares counts={shown.counts} legend />
          </div>
          <p class="strong">{words.changes(shown.changes.length)}</p>
          {shown.changes.length > 0 && (
            <ul class="change-list">
              {shown.changes.slice(0, SHOWN).map((one) => (
                <li key={one.assessmentId}>
                  <span class="mono">{one.requirementId}</span>
                  <span class="clip" title={one.title}>
                    <Foreign>{one.title}</Foreign>
                  </span>
                  <span class="change">
                    <Status status={one.from} form="glyph" /> → <Status status={one.to} form="glyph" />{' '}
                    <span class="number">{fraction(one.confidence)}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {shown.changes.length > SHOWN && (
            <p class="small second">{words.moreChanges(shown.changes.length - SHOWN)}</p>
          )}
        </div>
      )}
    </Card>
  );
}

const useAnswer = (runId: string | null, { partial, complete }: Thresholds) =>
  useResource(runId === null ? null : '/api/runs/{runId}/what-if', {
    path: { runId: runId ?? '' },
    query: { partial: Math.max(LEAST, partial), complete: Math.max(LEAST, complete) },
  });
