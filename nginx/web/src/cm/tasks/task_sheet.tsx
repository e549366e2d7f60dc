// SPDX-License-Identifier: Apache-2.0
// A task in full: what to do, the result it comes from, the assignee and the due date.
import { useState } from 'preact/hooks';
import { patch } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Button, ButtonLink, Select, TextField } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormNote } from '../../design/form.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { PersonField, PersonName } from '../../design/person.tsx';
import { t } from '../../strings/words.ts';
import { resultOf } from '../requirements/rows.ts';
import { COLUMNS, moveTask, type Task, type TaskStatus } from './task_moves.ts';

export function TaskSheet({
  task,
  mayChange,
  onSaved,
  onClose,
}: {
  task: Task;
  mayChange: boolean;
  onSaved: (task: Task) => void;
  onClose: () => void;
}) {
  const words = t().tasks;
  const [status, setStatus] = useState<TaskStatus>(task.status);
  const [assignee, setAssignee] = useState(task.assignee ?? '');
  const [dueDate, setDueDate] = useState(task.dueDate ?? '');
  const write = useWrite();
  const { busy, error } = write;

  const save = () =>
    write.run(async () => {
      let now = task;
      const changes = {
        ...(assignee.trim() === (task.assignee ?? '') ? {} : { assignee: assignee.trim() || null }),
        ...(dueDate === (task.dueDate ?? '') ? {} : { dueDate: dueDate || null }),
      };
      if (Object.keys(changes).length > 0)
        now = (await patch('/api/tasks/{taskId}', { path: { taskId: task.id }, body: changes })).task;
      onSaved(await moveTask(now, status));
      onClose();
    });

  const footer = mayChange ? (
    <>
      <Button onClick={onClose}>{t().shell.cancel}</Button>
      <Button type="submit" look="primary" busy={busy}>
        {words.save}
      </Button>
    </>
  ) : undefined;
  return (
    <Dialog title={words.sheet(task.requirementId)} side onClose={onClose} busy={busy} onSubmit={save} footer={footer}>
      <p class="statement">
        <Foreign>{task.title}</Foreign>
      </p>
      <p class="pre">
        <Foreign>{task.description}</Foreign>
      </p>
      {task.satisfiedInRunId && (
        <p>
          <State shape="tick" tone="complete">
            {words.satisfiedWhy}
          </State>
        </p>
      )}
      <div class="acts">
        <ButtonLink to={resultOf(task.satisfiedInRunId ?? task.lastRunId, task.requirementId)}>
          {words.openResult}
        </ButtonLink>
        <ButtonLink to={`/requirements?${new URLSearchParams({ requirement: task.requirementId })}`}>
          {words.openRequirement}
        </ButtonLink>
      </div>
      {mayChange ? (
        <>
          <Select
            label={words.state}
            value={status}
            onValue={setStatus}
            choices={COLUMNS.map((value) => ({ value, label: words.status[value] }))}
          />
          <PersonField
            label={words.assignee}
            hint={words.assigneeHint}
            value={assignee}
            onValue={setAssignee}
            error={error?.issueOf('assignee')}
          />
          <TextField
            label={words.dueDate}
            type="date"
            value={dueDate}
            onValue={setDueDate}
            error={error?.issueOf('dueDate')}
          />
        </>
      ) : (
        <dl class="facts">
          <div>
            <dt>{words.state}</dt>
            <dd>{words.status[task.status]}</dd>
          </div>
          <div>
            <dt>{words.assignee}</dt>
            <dd>{task.assignee ? <PersonName of={task.assignee} /> : words.nobody}</dd>
          </div>
          <div>
            <dt>{words.dueDate}</dt>
            <dd>{task.dueDate ?? words.noDate}</dd>
          </div>
        </dl>
      )}
      <FormNote write={write} />
      <dl class="facts">
        <div>
          <dt>{words.found}</dt>
          <dd>{words.foundIn(task.seenInRuns)}</dd>
        </div>
        <div>
          <dt>{words.made}</dt>
          <dd>
            <Time at={task.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.changed}</dt>
          <dd>
            <Time at={task.updatedAt} />
          </dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd>
            <Id value={task.id} />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
