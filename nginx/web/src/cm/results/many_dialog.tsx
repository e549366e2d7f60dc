// SPDX-License-Identifier: Apache-2.0
// Decides on many results at once: their number, what is left out and why, and the common reason.
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { FormError } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { Progress, StatusShares } from '../../design/measures.tsx';
import { announce, toast } from '../../design/messages.ts';
import { messageOf } from '../../design/states.tsx';
import { recount } from '../../shell/counts.ts';
import { t } from '../../strings/words.ts';
import { decideMany, type Decision, type Review } from './assessments.ts';
import { type Brief, countsOf } from './queue.ts';
import { HELD, ReasonField, StatusChoice } from './status_choice.tsx';

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
  const [done, setDone] = useState(0);
  const [partly, setPartly] = useState(''); // how many are decided, after an attempt that decided some
  const { busy, error, run } = useWrite();

  const accepting = verdict === 'ACCEPTED';
  const possible = acceptable(chosen);
  const subjects = accepting ? possible.subjects : chosen.filter((subject) => subject.status !== status);
  const same = chosen.length - subjects.length;
  const replaced = subjects.filter(({ review }) => review !== null).length;

  const decideAll = async () => {
    setDone(0);
    setPartly('');
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
      if (made.length > 0) setPartly(words.partly(made.length, subjects.length));
      if (failure instanceof ApiError) onDone(made);
      throw failure;
    }
    const told = accepting || !status ? words.accepted(made.length) : words.overridden(made.length, t().status[status]);
    onDone(made);
    recount();
    toast(told);
    announce(told);
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (subjects.length > 0 && (accepting || (status && note.trim() !== ''))) run(decideAll);
  };

  return (
    <FormDialog
      title={accepting ? words.acceptTitle(subjects.length) : words.overrideTitle(subjects.length)}
      act={accepting ? words.acceptDo(subjects.length) : words.overrideDo(subjects.length)}
      busy={busy}
      disabled={subjects.length === 0}
      lasting
      onSubmit={submit}
      onClose={onClose}>
      <p class="second">{accepting ? words.acceptWhy : words.overrideWhy}</p>
      {!accepting && <StatusChoice choices={HELD} value={status} onValue={setStatus} missing={tried && !status} />}
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
        <ReasonField value={note} onValue={setNote} error={tried && note.trim() === '' ? one.giveReason : undefined} />
      )}
      {busy && <Progress label={words.progress} value={done} total={Math.max(1, subjects.length)} />}
      <FormError>{error ? [messageOf(error), partly].filter(Boolean).join(' ') : ''}</FormError>
    </FormDialog>
  );
}
