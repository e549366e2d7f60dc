// SPDX-License-Identifier: Apache-2.0
// The outcome of an entry's action: allowed, refused or failed.
import { type Shape, State, type Tone } from '../../design/glyph.tsx';
import { t } from '../words.ts';
import type { Entry } from './actor.tsx';

const SHOWN: Record<Entry['outcome'], [Shape, Tone]> = {
  allow: ['tick', 'complete'],
  deny: ['stop', 'partial'],
  error: ['triangle', 'missing'],
};

export function OutcomeWord({ outcome }: { outcome: Entry['outcome'] }) {
  const [shape, tone] = SHOWN[outcome];
  return (
    <State shape={shape} tone={tone}>
      {t().auditLog.outcomes[outcome]}
    </State>
  );
}
