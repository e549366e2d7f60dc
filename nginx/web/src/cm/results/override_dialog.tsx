// SPDX-License-Identifier: Apache-2.0
// Overrides an assessment's status, with a reason that is recorded.
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { Button, TextArea } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Status } from '../../design/glyph.tsx';
import { messageOf } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import { decide, type Review } from './assessments.ts';
import type { Brief } from './queue.ts';

// The statuses that a reviewer may choose.
export const HELD: readonly Review['status'][] = ['COMPLETE', 'PARTIAL', 'MISSING'];

export function OverrideDialog({
  one,
  onDone,
  onClose,
}: {
  one: Brief;
  onDone: (review: Review) => void;
  onClose: () => void;
}) {
  const words = t().results;
  const possible = HELD.filter((status) => status !== one.status);
  const [status, setStatus] = useState<Review['status'] | null>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const submit = async () => {
    setTried(true);
    if (!status || note.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      onDone(await decide(one.id, { verdict: 'OVERRIDDEN', status, note: note.trim() }));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={words.overrideTitle(one.requirementId)}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t().shell.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {words.overrideDo}
          </Button>
        </>
      }>
      <p class="second">{words.overrideWhy(t().status[one.status])}</p>
      <fieldset class="radios">
        <legend>{words.heldTrue}</legend>
        {possible.map((value, index) => (
          <label key={value} class="radio">
            <input
              type="radio"
              name="held"
              value={value}
              checked={status === value}
              autoFocus={index === 0}
              onChange={() => setStatus(value)}
            />
            <Status status={value} />
          </label>
        ))}
        {tried && !status && (
          <p class="field-error" role="alert">
            {words.chooseStatus}
          </p>
        )}
      </fieldset>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        value={note}
        onValue={setNote}
        maxLength={4000}
        rows={4}
        error={tried && note.trim() === '' ? words.giveReason : error?.issueOf('note')}
      />
      <p class="field-error" role="alert">
        {error && !error.issueOf('note') ? messageOf(error) : ''}
      </p>
    </Dialog>
  );
}
