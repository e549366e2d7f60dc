// SPDX-License-Identifier: Apache-2.0
// The open tasks by criterion, to be selected and assigned together.
import { useId, useState } from 'preact/hooks';
import { User } from 'lucide-preact';
import { Button } from '../../design/controls.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { usePicked } from '../../design/picked.ts';
import { Empty, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import { AssignDialog } from './assign_dialog.tsx';
import { type Group, useGroups } from './criteria_groups.ts';
import { Due } from './task_card.tsx';
import { overdue, type Task } from './task_moves.ts';

interface Picking {
  picked: ReadonlySet<string>;
  pick: (ids: readonly string[], on: boolean) => void;
}

function Row({
  task,
  nameOf,
  picking,
  onOpen,
}: {
  task: Task;
  nameOf: (assignee: string) => string;
  picking: Picking | null;
  onOpen: () => void;
}) {
  const words = t().tasks;
  return (
    <li class="task-row">
      {picking && (
        <input
          type="checkbox"
          aria-label={words.pick(task.requirementId)}
          checked={picking.picked.has(task.id)}
          onChange={() => picking.pick([task.id], !picking.picked.has(task.id))}
        />
      )}
      <span class="task-row-label mono second">
        <bdi>{task.requirementId}</bdi>
      </span>
      <button type="button" class="bare task-row-title" data-task={task.id} onClick={onOpen}>
        <span class="clip-2">
          <Foreign>{task.title}</Foreign>
        </span>
      </button>
      <div class="task-marks">
        {task.status === 'IN_PROGRESS' && (
          <State shape="half" tone="accent">
            {words.status.IN_PROGRESS}
          </State>
        )}
        {task.assignee ? (
          <span class="task-mark clip">
            <User size={14} aria-hidden="true" />
            <span class="clip">
              <Foreign>{nameOf(task.assignee)}</Foreign>
            </span>
          </span>
        ) : (
          <span class="task-mark third">{words.nobody}</span>
        )}
        <Due task={task} />
      </div>
    </li>
  );
}

function Criterion({
  group,
  nameOf,
  picking,
  onOpen,
}: {
  group: Group;
  nameOf: (assignee: string) => string;
  picking: Picking | null;
  onOpen: (task: Task) => void;
}) {
  const words = t().tasks;
  const id = useId();
  const ids = group.tasks.map((task) => task.id);
  const all = picking !== null && ids.every((one) => picking.picked.has(one));
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        {picking && (
          <input
            type="checkbox"
            aria-label={words.pickAll(group.title)}
            checked={all}
            onChange={() => picking.pick(ids, !all)}
          />
        )}
        <h2 id={id}>
          <Foreign>{group.title}</Foreign>
        </h2>
        <span class="small second">
          {[words.summary(group.tasks.length, group.tasks.filter((task) => overdue(task)).length), group.pack]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <ul class="rows" aria-label={words.caption(group.title)}>
        {group.tasks.map((task) => (
          <Row key={task.id} task={task} nameOf={nameOf} picking={picking} onOpen={() => onOpen(task)} />
        ))}
      </ul>
    </section>
  );
}

// `tasks`: the tasks that pass the filters. `onChanged`: called with the updated tasks.
export function CriteriaView({
  tasks,
  nameOf,
  mayChange,
  onOpen,
  onChanged,
  onPartly,
}: {
  tasks: readonly Task[];
  nameOf: (assignee: string) => string;
  mayChange: boolean;
  onOpen: (task: Task) => void;
  onChanged: (tasks: readonly Task[]) => void;
  onPartly: () => void;
}) {
  const words = t().tasks;
  const open = tasks.filter(({ status }) => status !== 'COMPLETED');
  const groups = useGroups(open);
  const { picked, pick, clear } = usePicked();
  const [assigning, setAssigning] = useState(false);
  // Tasks hidden by a filter are not assigned.
  const chosen = open.filter(({ id }) => picked.has(id));
  if (open.length === 0) return <Empty title={words.allDone}>{words.allDoneWhy}</Empty>;
  if (!groups)
    return (
      <div class="card panel">
        <Skeleton lines={6} />
      </div>
    );
  return (
    <div class="stack">
      {chosen.length > 0 && (
        <div class="note accent sticky-bar" role="group" aria-label={words.selection}>
          <span class="note-text strong" role="status">
            {words.selected(chosen.length)}
          </span>
          <Button small look="quiet" onClick={clear}>
            {words.clearSelection}
          </Button>
          <Button small look="primary" onClick={() => setAssigning(true)}>
            {words.assign}
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <Criterion
          key={group.key}
          group={group}
          nameOf={nameOf}
          picking={mayChange ? { picked, pick } : null}
          onOpen={onOpen}
        />
      ))}
      <p class="small second">{words.openOnly}</p>
      {assigning && (
        <AssignDialog
          tasks={chosen}
          onClose={() => setAssigning(false)}
          onPartly={onPartly}
          onDone={(changed) => {
            setAssigning(false);
            clear();
            onChanged(changed);
          }}
        />
      )}
    </div>
  );
}
