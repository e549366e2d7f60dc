// SPDX-License-Identifier: Apache-2.0
// Sets the assignee, the due date or both for many tasks.
import { useState } from 'preact/hooks';
import { ApiError, patch } from '../../api/client.ts';
import { Button, TextField } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { toast } from '../../design/messages.ts';
import { PersonField } from '../../design/person.tsx';
import { messageOf } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { Task } from './task_moves.ts';

const AT_ONCE = 200; // the service's limit on one request

// `onPartly`: called if only some tasks were changed.
export function AssignDialog({
  tasks,
  onDone,
  onPartly,
  onClose,
}: {
  tasks: readonly Task[];
  onDone: (changed: readonly Task[]) => void;
  onPartly: () => void;
  onClose: () => void;
}) {
  const words = t().tasks;
  const [assignee, setAssignee] = useState('');
  const [nobody, setNobody] = useState(false);
  const [dueDate, setDueDate] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const changes = {
    ...(nobody ? { assignee: null } : assignee.trim() ? { assignee: assignee.trim() } : {}),
    ...(dueDate ? { dueDate } : {}),
  };
  const nothing = Object.keys(changes).length === 0;
  const save = async () => {
    setTried(true);
    if (nothing) return;
    setBusy(true);
    setError(null);
    const changed: Task[] = [];
    try {
      for (let from = 0; from < tasks.length; from += AT_ONCE) {
        const taskIds = tasks.slice(from, from + AT_ONCE).map(({ id }) => id);
        changed.push(...(await patch('/api/tasks', { body: { taskIds, ...changes } })).tasks);
      }
      toast(words.assigned(changed.length));
      onDone(changed);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
      setBusy(false);
      if (changed.length > 0) onPartly();
    }
  };
  return (
    <Dialog
      title={words.assignTitle(tasks.length)}
      onClose={onClose}
      lasting={busy}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t().shell.cancel}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {words.assignDo(tasks.length)}
          </Button>
        </>
      }>
      <p class="second">{words.assignWhy}</p>
      <PersonField
        label={words.assignee}
        hint={words.assigneeHint}
        value={nobody ? '' : assignee}
        onValue={setAssignee}
        disabled={nobody}
        error={error?.issueOf('assignee')}
      />
      <label class="check">
        <input type="checkbox" checked={nobody} onChange={(event) => setNobody(event.currentTarget.checked)} />
        {words.assignNobody}
      </label>
      <TextField
        label={words.dueDate}
        type="date"
        value={dueDate}
        onValue={setDueDate}
        error={error?.issueOf('dueDate')}
      />
      <p class="field-error" role="alert">
        {tried && nothing ? words.assignNothing : error && error.fields.length === 0 ? messageOf(error) : ''}
      </p>
    </Dialog>
  );
}
