// SPDX-License-Identifier: Apache-2.0
// What a program does with the client, checked by the compiler: client_test.mjs runs it.
import { ApiError, Client, type Task, type TasksListSort } from './assay-client.js';

export async function taskTitles(client: Client, run: string, sort: TasksListSort): Promise<string[]> {
  const titles: string[] = [];
  for await (const task of client.tasksListAll({ runId: run, sort, limit: 2 })) {
    const due: string | null = task.dueDate;
    titles.push(`${task.requirementId}${due ?? ''}`);
  }
  return titles;
}

export async function uploaded(client: Client, text: string): Promise<{ id: string; text: string; gone: number }> {
  const made = await client.documentsUpload({ file: new Blob([text]) }, 'naïve "name".txt');
  const id = made.document.id;
  const back = await (await client.documentsContent(id)).text();
  await client.documentsDelete(id);
  return { id, text: back, gone: await statusOf(client.documentsGet(id)) };
}

export async function firstChanged(client: Client, run: string, assignee: string): Promise<Task | null> {
  const page = await client.tasksList({ runId: run, limit: 1 });
  const first = page.tasks[0];
  if (!first) return null;
  const changed = await client.tasksBulk({ items: [{ taskId: first.id, assignee }, { taskId: 'none', assignee }] });
  const [good, bad] = changed.results;
  if (bad?.error?.error !== 'NOT_FOUND') throw new Error('the second item is nobody\'s');
  return good?.body?.task ?? null;
}

export async function statusOf(answer: Promise<unknown>): Promise<number> {
  try {
    await answer;
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

export async function fieldRefused(client: Client): Promise<unknown> {
  try {
    await client.runsList({ limit: 0 });
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.details['fields'] : error;
  }
}
