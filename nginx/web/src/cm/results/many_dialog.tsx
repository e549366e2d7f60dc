// SPDX-License-Identifier: Apache-2.0
// Decides on many results at once: their number, what is left out and why, and the common reason.
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { Button, TextArea } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Status } from '../../design/glyph.tsx';
import { Progress, StatusShares } from '../../design/measures.tsx';
import { announce, toast } from '../../design/messages.ts';
import { messageOf } from '../../design/states.tsx';
import { recount } from '../../shell/counts.ts';
import { t } from '../../strings/words.ts';
import { decideMany, type Decision, type Review } from './assessments.ts';
import { HELD } from './override_dialog.tsx';
import { type Brief, countsOf } from './queue.ts';

// The results that can be accepted, and how many cannot.
function acceptable(chosen: readonly Brief[]) {
  const failed = chosen.filter(({ status }) => status === 'FAILED');
  const accepted = chosen.filter(({ status, review }) => status !== 'FAILED' && review?.verdict === 'ACCEPTED');
  return {
    subjects: chosen.filter((one) => !failed.includes(one) && !accepted.includes(one)),
    failed: failed.length,
    accepted: accepted.length,
  };
}

export function ManyDialog({
  runId,
  chosen,
  verdict,
  onDone,
  onClose,
}: {
  runId: string;
  chosen: readonly Brief[];
  verdict: Decision['verdict'];
  onDone: (reviews: readonly Review[]) => void; // also called with a part, if the rest could not be decided
  onClose: () => void;
}) {
  const words = t().results.many;
  const one = t().results;
  const [status, setStatus] = useState<Review['status'] | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);

  const accepting = verdict === 'ACCEPTED';
  const possible = acceptable(chosen);
  const subjects = accepting ? possible.subjects : chosen.filter((subject) => subject.status !== status);
  const same = chosen.length - subjects.length;
  const replaced = subjects.filter(({ review }) => review !== null).length;

  const submit = async () => {
    setTried(true);
    if (subjects.length === 0 || (!accepting && (!status || note.trim() === ''))) return;
    setError(null);
    setDone(0);
    const decision: Decision =
      accepting || !status ? { verdict: 'ACCEPTED' } : { verdict: 'OVERRIDDEN', status, note: note.trim() };
    const made: Review[] = [];
    try {
      await decideMany(
        runId,
        subjects.map(({ id }) => id),
        decision,
        (reviews) => {
          made.push(...reviews);
          setDone(made.length);
        },
      );
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(
        made.length > 0 ? `${messageOf(failure)} ${words.partly(made.length, subjects.length)}` : messageOf(failure),
      );
      setDone(null);
      onDone(made);
      return;
    }
    const told = accepting || !status ? words.accepted(made.length) : words.overridden(made.length, t().status[status]);
    onDone(made);
    recount();
    toast(told);
    announce(told);
    onClose();
  };

  const busy = done !== null;
  return (
    <Dialog
      title={accepting ? words.acceptTitle(subjects.length) : words.overrideTitle(subjects.length)}
      onClose={onClose}
      lasting={busy}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t().shell.cancel}
          </Button>
          <Button type="submit" look="primary" busy={busy} disabled={subjects.length === 0}>
            {accepting ? words.acceptDo(subjects.length) : words.overrideDo(subjects.length)}
          </Button>
        </>
      }>
      <p class="second">{accepting ? words.acceptWhy : words.overrideWhy}</p>
      {!accepting && (
        <fieldset class="radios">
          <legend>{one.heldTrue}</legend>
          {HELD.map((value, index) => (
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
              {one.chooseStatus}
            </p>
          )}
        </fieldset>
      )}
      {accepting && subjects.length > 0 && (
        <section class="stack">
          <h3>{words.kinds}</h3>
          <StatusShares counts={countsOf(subjects, (subject) => subject.status)} legend />
        </section>
      )}
      {subjects.length === 0 && <p role="alert">{words.nothing}</p>}
      {accepting && possible.failed > 0 && <p class="small second">{words.leftFailed(possible.failed)}</p>}
      {accepting && possible.accepted > 0 && <p class="small second">{words.leftAccepted(possible.accepted)}</p>}
      {!accepting && status && same > 0 && <p class="small second">{words.leftSame(same, t().status[status])}</p>}
      {replaced > 0 && <p class="small second">{words.replaces(replaced)}</p>}
      {!accepting && (
        <TextArea
          label={one.reason}
          hint={one.reasonHint}
          value={note}
          onValue={setNote}
          maxLength={4000}
          rows={4}
          error={tried && note.trim() === '' ? one.giveReason : undefined}
        />
      )}
      {busy && <Progress label={words.progress} value={done} total={Math.max(1, subjects.length)} />}
      <p class="field-error" role="alert">
        {error ?? ''}
      </p>
    </Dialog>
  );
}
