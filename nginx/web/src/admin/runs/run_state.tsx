// SPDX-License-Identifier: Apache-2.0
// A run's state as glyph and word, whether it is still under way, and how long it took.
import type { Schemas } from '../../api/client.ts';
import { type Shape, State, type Tone } from '../../design/glyph.tsx';
import { t } from '../words.ts';

export type Run = Schemas['Run'];
type RunStatus = Schemas['RunStatus'];

export const RUN_STATUSES = [
  'QUEUED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly RunStatus[];

const SHOWN: Record<RunStatus, [Shape, Tone]> = {
  QUEUED: ['ring', 'quiet'],
  IN_PROGRESS: ['half', 'accent'],
  COMPLETED: ['tick', 'complete'],
  FAILED: ['triangle', 'missing'],
  CANCELLED: ['stop', 'quiet'],
};

export function RunState({ status }: { status: RunStatus }) {
  const [shape, tone] = SHOWN[status];
  return (
    <State shape={shape} tone={tone}>
      {t().runs.status[status]}
    </State>
  );
}

export const moves = ({ status }: Run): boolean => status === 'QUEUED' || status === 'IN_PROGRESS';

export const endedAt = (run: Run): string | null => run.completedAt ?? run.failedAt ?? run.cancelledAt;

// Milliseconds from start to end; null until the run has both.
export function tookMs(run: Run): number | null {
  const end = endedAt(run);
  return run.startedAt && end ? Date.parse(end) - Date.parse(run.startedAt) : null;
}
