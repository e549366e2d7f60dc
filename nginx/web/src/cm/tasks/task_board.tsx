// SPDX-License-Identifier: Apache-2.0
// Tasks: a board of three columns. A task moves by dragging, with Shift and an arrow key, or by its menu;
// every move can be undone. Filters are in the address.
import { useEffect, useRef } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { nameOfPerson, usePeopleNamed } from '../../api/people.ts';
import { currentUser, may } from '../../api/session.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { Chips, SearchField } from '../../design/filters.tsx';
import { shownText } from '../../design/inline.tsx';
import { NoMatch } from '../../design/list_table.tsx';
import { announce, toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote, Skeleton, toastError } from '../../design/states.tsx';
import { recount } from '../../shell/counts.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { CriteriaView } from './criteria_view.tsx';
import { TaskCard } from './task_card.tsx';
import { TaskColumn } from './task_column.tsx';
import { useTasks } from './task_data.ts';
import { COLUMNS, moveTask, neighbour, overdue, type Task, type TaskStatus } from './task_moves.ts';
import { TaskSheet } from './task_sheet.tsx';

const SHOWS = ['all', 'mine', 'overdue'] as const;
const VIEWS = ['board', 'criteria'] as const;
const NOBODY = 'nobody'; // not an e-mail address, so it cannot be an assignee's

const byRequirement = (a: Task, b: Task) =>
  a.requirementId.localeCompare(b.requirementId, undefined, { numeric: true });
const titleOf = (id: string) => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`);

export default function TaskBoard() {
  const words = t().tasks;
  const query = useQuery();
  const user = currentUser();
  const mayMove = may(user, 'MEMBER');
  const board = useRef<HTMLDivElement>(null);
  const follow = useRef<string | null>(null); // the task whose column changed under the focus
  const all = useTasks(query.get('run'));
  const show = oneOf(query.get('show'), SHOWS, 'all');
  const view = oneOf(query.get('view'), VIEWS, 'board');
  const who = query.get('who');
  const search = query.get('q');

  const personOf = usePeopleNamed((all.tasks ?? []).map(({ assignee }) => (assignee?.includes('@') ? assignee : null)));
  const nameOf = (assignee: string) => {
    const person = personOf(assignee);
    return person ? nameOfPerson(person) : assignee;
  };
  const mine = ({ assignee }: Task) => assignee === user.email || assignee === user.displayName;
  const found = ({ title, requirementId }: Task) =>
    `${requirementId} ${title}`.toLocaleLowerCase().includes(search.toLocaleLowerCase());
  const wanted = (task: Task) =>
    (show === 'all' || (show === 'mine' ? mine(task) : overdue(task))) &&
    (who === '' || (who === NOBODY ? task.assignee === null : task.assignee === who)) &&
    found(task);
  const tasks = (all.tasks ?? []).filter(wanted).sort(byRequirement);
  const assignees = [...new Set((all.tasks ?? []).flatMap(({ assignee }) => (assignee ? [assignee] : [])))].sort(
    (a, b) => nameOf(a).localeCompare(nameOf(b)),
  );
  const opened = all.tasks?.find(({ id }) => id === query.get('task'));

  useEffect(() => {
    const id = follow.current;
    if (!id) return;
    follow.current = null;
    titleOf(id)?.focus();
  });

  const put = (task: Task) => {
    all.replace(task);
    recount();
  };
  const move = async (task: Task, to: TaskStatus, undoable = true) => {
    const from = task.status;
    if (from === to || !mayMove) return;
    if (document.activeElement?.closest('.task-card')?.contains(titleOf(task.id))) follow.current = task.id;
    all.replace({ ...task, status: to }); // at once, before the service answers
    try {
      const moved = await moveTask(task, to);
      put(moved);
      if (undoable)
        toast(words.moved(task.requirementId, words.status[to]), {
          label: words.undo,
          run: () => void move(moved, from, false),
        });
      else announce(words.moved(task.requirementId, words.status[to]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      all.replace(task);
      if (error.status !== 0) all.reload(); // the task may have moved part of the way
      toastError(error);
    }
  };

  const inColumn = (status: TaskStatus) => tasks.filter((task) => task.status === status);
  const onKey = (event: KeyboardEvent) => {
    const here = event.target instanceof HTMLElement ? event.target.dataset.task : undefined;
    const task = tasks.find(({ id }) => id === here);
    if (!task || event.ctrlKey || event.metaKey || event.altKey) return;
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
    const along = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (aside === undefined && along === undefined) return;
    event.preventDefault();
    const column = inColumn(task.status);
    const at = column.indexOf(task);
    if (along !== undefined) {
      const next = column[at + along];
      if (next) titleOf(next.id)?.focus();
      return;
    }
    const to = aside === undefined ? undefined : neighbour(task.status, aside);
    if (!to) return;
    if (event.shiftKey) {
      void move(task, to);
    } else {
      const there = inColumn(to);
      const next = there[Math.min(at, there.length - 1)];
      if (next) titleOf(next.id)?.focus();
    }
  };

  const filtered = show !== 'all' || who !== '' || search !== '';
  const open = all.tasks?.filter(({ status }) => status !== 'COMPLETED') ?? [];
  const late = open.filter((task) => overdue(task)).length;
  return (
    <>
      <PageHead title={words.title} summary={all.tasks ? words.summary(open.length, late) : '\u00a0'} />
      <div class="filters">
        <Chips
          label={words.viewAs}
          value={view}
          onValue={(value) => query.set({ view: value === 'board' ? null : value })}
          choices={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        />
        <Chips
          label={words.filterLabel}
          value={show}
          onValue={(value) => query.set({ show: value === 'all' ? null : value })}
          choices={SHOWS.map((value) => ({
            value,
            label: words.shows[value],
            count: all.tasks
              ? number(value === 'all' ? all.tasks.length : value === 'mine' ? all.tasks.filter(mine).length : late)
              : undefined,
          }))}
        />
        <select
          class="filter-select"
          aria-label={words.assignee}
          value={who}
          onChange={(event) => query.set({ who: event.currentTarget.value })}>
          <option value="">{words.anybody}</option>
          <option value={NOBODY}>{words.nobody}</option>
          {assignees.map((one) => (
            <option key={one} value={one}>
              {shownText(nameOf(one))}
            </option>
          ))}
        </select>
        {query.get('run') && (
          <button type="button" class="chip" aria-pressed="true" onClick={() => query.set({ run: null })}>
            {words.ofRun} ×
          </button>
        )}
        <SearchField label={words.search} value={search} onFind={(q) => query.set({ q })} />
      </div>
      {all.error && <ErrorNote error={all.error} onRetry={all.reload} />}
      {!all.tasks ? (
        all.slow &&
        !all.error && (
          <div class="board">
            {COLUMNS.map((status) => (
              <section class="column" key={status}>
                <h2>{words.status[status]}</h2>
                <div class="card panel">
                  <Skeleton lines={3} />
                </div>
              </section>
            ))}
          </div>
        )
      ) : all.tasks.length === 0 ? (
        <Empty title={words.none} acts={<ButtonLink to="/runs">{words.goToRuns}</ButtonLink>}>
          {words.noneWhy}
        </Empty>
      ) : tasks.length === 0 && filtered ? (
        <NoMatch words={words} onClear={() => query.set({ show: null, who: null, q: null })} />
      ) : view === 'criteria' ? (
        <CriteriaView
          tasks={tasks}
          nameOf={nameOf}
          mayChange={mayMove}
          onOpen={(task) => query.set({ task: task.id })}
          onChanged={(changed) => {
            for (const task of changed) all.replace(task);
            recount();
          }}
          onPartly={all.reload}
        />
      ) : (
        <>
          <div class="board" ref={board} onKeyDown={onKey}>
            {COLUMNS.map((status) => (
              <TaskColumn
                key={status}
                status={status}
                tasks={inColumn(status)}
                onDrop={(id) => {
                  const task = tasks.find((one) => one.id === id);
                  if (task) void move(task, status);
                }}>
                {(task) => (
                  <TaskCard
                    key={task.id}
                    task={task}
                    nameOf={nameOf}
                    mayMove={mayMove}
                    onOpen={() => query.set({ task: task.id })}
                    onMove={(to) => void move(task, to)}
                  />
                )}
              </TaskColumn>
            ))}
          </div>
          <p class="small second after-table">
            {mayMove ? words.how : words.mayNotMove}
            {all.more && ` ${words.notAll(number(all.tasks.length))}`}
          </p>
        </>
      )}
      {opened && (
        <TaskSheet
          key={opened.id}
          task={opened}
          mayChange={mayMove}
          onSaved={(task) => {
            put(task);
            announce(words.saved);
          }}
          onClose={() => query.set({ task: null })}
        />
      )}
    </>
  );
}
