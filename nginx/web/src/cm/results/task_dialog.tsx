// SPDX-License-Identifier: Apache-2.0
// The task that closes the gap of one requirement. A run creates it when it finds the requirement partial
// or missing; this dialog sets its assignee, due date and status.
import { useState } from 'preact/hooks';
import { patch, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button, ButtonLink, Select, TextField } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormError } from '../../design/form.tsx';
import { Foreign } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PersonField } from '../../design/person.tsx';
import { ErrorNote, messageOf, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { Brief } from './queue.ts';

type Task = Schemas['Task'];

// The transitions that the service allows.
const NEXT: Record<Task['status'], readonly Task['status'][]> = {
  PENDING: ['PENDING', 'IN_PROGRESS'],
  IN_PROGRESS: ['PENDING', 'IN_PROGRESS', 'COMPLETED'],
  COMPLETED: ['IN_PROGRESS', 'COMPLETED'],
};

function TaskForm({ task, title, onClose }: { task: Task; title: string; onClose: () => void }) {
  const words = t().results.task;
  const [assignee, setAssignee] = useState(task.assignee ?? '');
  const [dueDate, setDueDate] = useState(task.dueDate ?? '');
  const [status, setStatus] = useState(task.status);
  const write = useWrite();
  const { busy, error } = write;
  const editable = may(currentUser(), 'MEMBER');

  const save = () =>
    write.run(async () => {
      const body = {
        ...(status === task.status ? {} : { status }),
        ...(assignee.trim() === (task.assignee ?? '') ? {} : { assignee: assignee.trim() || null }),
        ...(dueDate === (task.dueDate ?? '') ? {} : { dueDate: dueDate || null }),
      };
      if (Object.keys(body).length > 0) {
        await patch('/api/tasks/{taskId}', { path: { taskId: task.id }, body });
        toast(words.saved(task.requirementId));
      }
      onClose();
    });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{editable ? t().shell.cancel : t().shell.close}</Button>
          {editable && (
            <Button type="submit" look="primary" busy={busy}>
              {words.save}
            </Button>
          )}
        </>
      }>
      <p class="strong">
        <Foreign>{task.title}</Foreign>
      </p>
      <p class="reasoning">
        <Foreign>{task.description}</Foreign>
      </p>
      <PersonField
        label={words.assignee}
        hint={t().tasks.assigneeHint}
        value={assignee}
        onValue={setAssignee}
        disabled={!editable}
        error={error?.issueOf('assignee')}
      />
      <TextField
        label={words.due}
        type="date"
        value={dueDate}
        onValue={setDueDate}
        disabled={!editable}
        error={error?.issueOf('dueDate')}
      />
      <Select
        label={words.state}
        value={status}
        onValue={setStatus}
        disabled={!editable}
        choices={NEXT[task.status].map((value) => ({ value, label: words.states[value] }))}
      />
      <FormError>{error && error.fields.length === 0 ? messageOf(error) : ''}</FormError>
    </Dialog>
  );
}

export function TaskDialog({ one, onClose }: { one: Brief; onClose: () => void }) {
  const words = t().results.task;
  const { data, error, reload } = useResource('/api/tasks', {
    query: { runId: one.runId, requirementId: one.requirementId, limit: 1 },
  });
  const title = words.title(one.requirementId);
  const task = data?.tasks[0];
  if (task) return <TaskForm task={task} title={title} onClose={onClose} />;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to="/tasks">{words.all}</ButtonLink>
          <Button look="primary" onClick={onClose}>
            {t().shell.close}
          </Button>
        </>
      }>
      {error ? (
        <ErrorNote error={error} onRetry={reload} />
      ) : data ? (
        <p class="second">{words.none}</p>
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
}
