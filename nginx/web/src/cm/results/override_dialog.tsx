// SPDX-License-Identifier: Apache-2.0
// Overrides an assessment's status, with a reason that is recorded.
import { useState } from 'preact/hooks';
import { useWrite } from '../../api/write.ts';
import { FormError } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { messageOf } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import { decide, type Review } from './assessments.ts';
import type { Brief } from './queue.ts';
import { HELD, ReasonField, StatusChoice } from './status_choice.tsx';

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
  const [tried, setTried] = useState(false);
  const { busy, error, run } = useWrite();

  const submit = () => {
    setTried(true);
    if (!status || note.trim() === '') return;
    run(async () => onDone(await decide(one.id, { verdict: 'OVERRIDDEN', status, note: note.trim() })));
  };

  return (
    <FormDialog
      title={words.overrideTitle(one.requirementId)}
      act={words.overrideDo}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <p class="second">{words.overrideWhy(t().status[one.status])}</p>
      <StatusChoice choices={possible} value={status} onValue={setStatus} missing={tried && !status} />
      <ReasonField
        value={note}
        onValue={setNote}
        error={tried && note.trim() === '' ? words.giveReason : error?.issueOf('note')}
      />
      <FormError>{error && !error.issueOf('note') ? messageOf(error) : ''}</FormError>
    </FormDialog>
  );
}
