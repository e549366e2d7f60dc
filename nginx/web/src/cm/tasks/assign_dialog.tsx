// SPDX-License-Identifier: Apache-2.0
// Sets the assignee, the due date or both for many tasks.
import { useState } from 'preact/hooks';
import { patch } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { TextField } from '../../design/controls.tsx';
import { FormError } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
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
  const write = useWrite();
  const { error } = write;

  const changes = {
    ...(nobody ? { assignee: null } : assignee.trim() ? { assignee: assignee.trim() } : {}),
    ...(dueDate ? { dueDate } : {}),
  };
  const nothing = Object.keys(changes).length === 0;
  const save = () => {
    setTried(true);
    if (nothing) return;
    write.run(async () => {
      const changed: Task[] = [];
      try {
        for (let from = 0; from < tasks.length; from += AT_ONCE) {
          const taskIds = tasks.slice(from, from + AT_ONCE).map(({ id }) => id);
          changed.push(...(await patch('/api/tasks', { body: { taskIds, ...changes } })).tasks);
        }
      } catch (failure) {
        if (changed.length > 0) onPartly();
        throw failure;
      }
      toast(words.assigned(changed.length));
      onDone(changed);
    });
  };
  return (
    <FormDialog
      title={words.assignTitle(tasks.length)}
      act={words.assignDo(tasks.length)}
      busy={write.busy}
      lasting
      onSubmit={save}
      onClose={onClose}>
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
      <FormError>
        {tried && nothing ? words.assignNothing : error && error.fields.length === 0 ? messageOf(error) : ''}
      </FormError>
    </FormDialog>
  );
}
