// SPDX-License-Identifier: Apache-2.0
// One column of the board. A task dropped on it takes its status. Renders the first tasks of many.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../design/controls.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { DRAGGED } from './task_card.tsx';
import type { Task, TaskStatus } from './task_moves.ts';

const AT_ONCE = 50;

export function TaskColumn({
  status,
  tasks,
  onDrop,
  children,
}: {
  status: TaskStatus;
  tasks: readonly Task[];
  onDrop: (taskId: string) => void;
  children: (task: Task) => ComponentChildren;
}) {
  const words = t().tasks;
  const id = useId();
  const [shown, setShown] = useState(AT_ONCE);
  const [over, setOver] = useState(false);
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes(DRAGGED) === true;
  return (
    <section
      class={over ? 'column over' : 'column'}
      aria-labelledby={id}
      onDragOver={(event) => {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const taskId = event.dataTransfer?.getData(DRAGGED);
        if (!taskId) return;
        event.preventDefault();
        onDrop(taskId);
      }}>
      <h2 id={id}>
        {words.status[status]} <span class="count second">{number(tasks.length)}</span>
      </h2>
      {tasks.length === 0 && <p class="column-empty small second">{words.emptyColumn[status]}</p>}
      <ul aria-labelledby={id}>{tasks.slice(0, shown).map(children)}</ul>
      {tasks.length > shown && (
        <Button small onClick={() => setShown(shown + AT_ONCE)}>
          {words.showMore(Math.min(AT_ONCE, tasks.length - shown))}
        </Button>
      )}
    </section>
  );
}
