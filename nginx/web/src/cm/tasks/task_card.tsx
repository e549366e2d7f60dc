// SPDX-License-Identifier: Apache-2.0
// A task on the board: moved by dragging, with Shift and an arrow key, or by its menu.
import { Calendar, Ellipsis, User } from 'lucide-preact';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { day } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { COLUMNS, overdue, type Task, type TaskStatus } from './task_moves.ts';

export const DRAGGED = 'text/x-assay-task';

export function Due({ task }: { task: Task }) {
  const words = t().tasks;
  if (!task.dueDate) return null;
  return overdue(task) ? (
    <span class="task-mark late">
      <Glyph shape="triangle" tone="missing" />
      {words.overdueSince(day(task.dueDate))}
    </span>
  ) : (
    <span class="task-mark">
      <Calendar size={14} aria-hidden="true" />
      {words.due(day(task.dueDate))}
    </span>
  );
}

export function TaskCard({
  task,
  nameOf,
  mayMove,
  onOpen,
  onMove,
}: {
  task: Task;
  nameOf: (assignee: string) => string;
  mayMove: boolean;
  onOpen: () => void;
  onMove: (to: TaskStatus) => void;
}) {
  const words = t().tasks;
  const items: MenuItem[] = [
    { kind: 'act', label: words.open, run: onOpen },
    { kind: 'title', label: words.moveTo },
    ...COLUMNS.filter((one) => one !== task.status).map((to): MenuItem => ({
      kind: 'act',
      label: words.status[to],
      run: () => onMove(to),
    })),
  ];
  return (
    <li
      class="card task-card"
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer?.setData(DRAGGED, task.id);
        if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
      }}>
      <div class="task-top">
        <span class="mono second clip">
          <bdi>{task.requirementId}</bdi>
        </span>
        {task.satisfiedInRunId && task.status !== 'COMPLETED' && (
          <span class="task-mark">
            <Glyph shape="tick" tone="complete" />
            {words.satisfied}
          </span>
        )}
        <span class="grow" />
        {mayMove && (
          <Menu label={words.actsOf(task.title)} button={<Ellipsis size={16} aria-hidden="true" />} items={items} />
        )}
      </div>
      <button type="button" class="task-title" data-task={task.id} onClick={onOpen}>
        <span class="clip-3">
          <Foreign>{task.title}</Foreign>
        </span>
      </button>
      {(task.assignee || task.dueDate) && (
        <div class="task-marks">
          {task.assignee && (
            <span class="task-mark clip">
              <User size={14} aria-hidden="true" />
              <span class="clip">
                <Foreign>{nameOf(task.assignee)}</Foreign>
              </span>
            </span>
          )}
          <Due task={task} />
        </div>
      )}
    </li>
  );
}
