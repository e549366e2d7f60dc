// SPDX-License-Identifier: Apache-2.0
// Moves tasks between the columns. The service accepts one step at a time, so a task goes from "to do" to
// "done" by way of "in progress".
import { patch, type Schemas } from '../../api/client.ts';

export type Task = Schemas['Task'];
export type TaskStatus = Schemas['TaskStatus'];

export const COLUMNS: readonly TaskStatus[] = ['PENDING', 'IN_PROGRESS', 'COMPLETED'];

export function neighbour(status: TaskStatus, by: 1 | -1): TaskStatus | undefined {
  return COLUMNS[COLUMNS.indexOf(status) + by];
}

export async function moveTask(task: Task, to: TaskStatus): Promise<Task> {
  let now = task;
  while (now.status !== to) {
    const status = neighbour(now.status, COLUMNS.indexOf(to) > COLUMNS.indexOf(now.status) ? 1 : -1);
    if (!status) break;
    now = (await patch('/api/tasks/{taskId}', { path: { taskId: task.id }, body: { status } })).task;
  }
  return now;
}

// Due days end at midnight UTC, as the service counts them.
export const overdue = (task: Task, now = new Date()): boolean =>
  task.status !== 'COMPLETED' && task.dueDate !== null && task.dueDate < now.toISOString().slice(0, 10);
