// SPDX-License-Identifier: Apache-2.0
// The actions for the selected results; stays in sight while the list is scrolled.
import { Button } from '../../design/controls.tsx';
import { t } from '../../strings/words.ts';
import type { Decision } from './assessments.ts';

export function SelectionBar({
  count,
  onClear,
  onDecide,
}: {
  count: number;
  onClear: () => void;
  onDecide: (verdict: Decision['verdict']) => void;
}) {
  const words = t().results.many;
  return (
    <div class="note accent sticky-bar" role="group" aria-label={words.selection}>
      <span class="note-text strong" role="status">
        {words.selected(count)}
      </span>
      <Button small look="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <Button small onClick={() => onDecide('OVERRIDDEN')}>
        {words.override}
      </Button>
      <Button small look="primary" onClick={() => onDecide('ACCEPTED')}>
        {words.accept}
      </Button>
    </div>
  );
}
