// SPDX-License-Identifier: Apache-2.0
// Chooses the run to compare with: a completed run of the same pack. The comparison goes from the earlier
// run to the later one.
import { useState } from 'preact/hooks';
import { useRouter } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { useList } from '../../api/list.ts';
import { Button } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { Time } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { Run } from './run_facts.tsx';

export function CompareDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const words = t().compare;
  const { base } = useRouter();
  const list = useList('/api/runs', 'runs', { query: { status: 'COMPLETED', packId: run.packId } });
  const others = list.items.filter(({ id }) => id !== run.id);
  const before = others.find(({ createdAt }) => createdAt < run.createdAt) ?? others[0];
  const [choice, setChoice] = useState<string | null>(null);
  const other = others.find(({ id }) => id === choice) ?? before;
  const go = () => {
    if (!other) return;
    const [from, to] = other.createdAt < run.createdAt ? [other, run] : [run, other];
    navigate(`${base}/runs/${from.id}/compare/${to.id}`);
  };
  return (
    <FormDialog title={words.choose} act={words.go} disabled={!other} onSubmit={go} onClose={onClose}>
      {list.error && <ErrorNote error={list.error} onRetry={list.reload} />}
      {list.total === undefined ? (
        list.slow && <Skeleton lines={4} />
      ) : others.length === 0 ? (
        <p class="second">{words.noOther}</p>
      ) : (
        <fieldset class="radios run-choices">
          <legend>{words.with}</legend>
          {others.map((one) => (
            <label key={one.id} class="radio">
              <input type="radio" name="other" checked={one.id === other?.id} onChange={() => setChoice(one.id)} />
              <span class="run-choice">
                <span>
                  {one.createdAt < run.createdAt ? words.earlier : words.later} <Time at={one.createdAt} />
                </span>
                <StatusShares counts={one.counts} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {!list.ended && list.total !== undefined && (
        <Button small onClick={list.more}>
          {words.moreRuns}
        </Button>
      )}
    </FormDialog>
  );
}
