// SPDX-License-Identifier: Apache-2.0
// What can be done with the open requirement: accept or override its judgement, open a task, see the evidence.
import { FileSearch } from 'lucide-preact';
import { Button } from '../../design/controls.tsx';
import { t } from '../../strings/words.ts';
import type { Brief } from './queue.ts';

// `onEvidence`: null where the evidence is in sight already.
export function ReviewActs({
  one,
  busy,
  mayDecide,
  mayAccept,
  onAccept,
  onOverride,
  onTask,
  onEvidence,
  cited,
}: {
  one: Brief;
  busy: boolean;
  mayDecide: boolean;
  mayAccept: boolean;
  onAccept: () => void;
  onOverride: () => void;
  onTask: () => void;
  onEvidence: (() => void) | null;
  cited: boolean;
}) {
  const words = t().results;
  return (
    <div class="pane-acts">
      {mayDecide ? (
        <>
          {one.review?.verdict === 'OVERRIDDEN' && one.status !== 'FAILED' ? (
            <Button keys="a" busy={busy} onClick={onAccept}>
              {words.takeBack}
            </Button>
          ) : (
            <Button look="primary" keys="a" busy={busy} disabled={!mayAccept} onClick={onAccept}>
              {one.review?.verdict === 'ACCEPTED' ? words.accepted : words.accept}
            </Button>
          )}
          <Button keys="o" onClick={onOverride}>
            {words.override}
          </Button>
        </>
      ) : (
        <span class="small second">{words.viewerOnly(t().roles.MEMBER)}</span>
      )}
      <Button keys="t" onClick={onTask}>
        {words.openTask}
      </Button>
      {onEvidence && (
        <Button icon={<FileSearch size={16} aria-hidden="true" />} disabled={!cited} onClick={onEvidence}>
          {words.showEvidence}
        </Button>
      )}
    </div>
  );
}
