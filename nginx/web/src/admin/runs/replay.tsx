// SPDX-License-Identifier: Apache-2.0
// Replays a run: the verdict on its snapshot in plain words, and the frozen record.
import { useState } from 'preact/hooks';
import { ApiError, type Answer, get } from '../../api/client.ts';
import { Id } from '../../design/inline.tsx';
import { announce } from '../../design/messages.ts';
import { ErrorNote, Note } from '../../design/states.tsx';
import { exactTime } from '../../strings/format.ts';
import { t } from '../words.ts';

export type Replayed = Answer<'/api/admin/runs/{runId}/replay', 'get'>;
type ReplayState =
  { phase: 'none' | 'busy' } | { phase: 'done'; replay: Replayed } | { phase: 'failed'; error: ApiError };

export function useReplay(runId: string, onDone: () => void): { state: ReplayState; start: () => void } {
  const [state, setState] = useState<ReplayState>({ phase: 'none' });
  const start = async () => {
    setState({ phase: 'busy' });
    try {
      const replay = await get('/api/admin/runs/{runId}/replay', { path: { runId } });
      setState({ phase: 'done', replay });
      announce(replay.integrity === 'VERIFIED' ? t().adminRuns.verified : t().adminRuns.live);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ phase: 'failed', error });
    }
    onDone();
  };
  return { state, start: () => void start() };
}

export function ReplayVerdict({
  state,
  hash,
  onRetry,
}: {
  state: ReplayState;
  hash: string | null;
  onRetry: () => void;
}) {
  const words = t().adminRuns;
  if (state.phase === 'failed') {
    if (state.error.code !== 'SNAPSHOT_INTEGRITY_FAILURE') return <ErrorNote error={state.error} onRetry={onRetry} />;
    return (
      <div role="alert">
        <Note tone="missing" title={words.broken}>
          {words.brokenWhy} {hash && <Id value={hash} />}
          {state.error.requestId && (
            <p class="small second">
              {t().states.request} <Id value={state.error.requestId} whole />
            </p>
          )}
        </Note>
      </div>
    );
  }
  if (state.phase !== 'done') return null;
  const { replay } = state;
  if (replay.integrity === 'VERIFIED' && replay.capturedAt) {
    return (
      <Note tone="complete" title={words.verified}>
        {words.verifiedWhy(exactTime(replay.capturedAt))} {replay.snapshotHash && <Id value={replay.snapshotHash} />}
      </Note>
    );
  }
  return (
    <Note tone="partial" title={words.live}>
      {words.liveWhy}
      <ul class="plain-list">
        {replay.warnings.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </Note>
  );
}
