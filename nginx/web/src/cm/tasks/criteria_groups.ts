// SPDX-License-Identifier: Apache-2.0
// Groups open tasks by criterion. A task names its criterion by a number within the pack of its run, so
// this loads the packs and their criteria.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, get, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { number } from '../../strings/format.ts';
import type { Task } from './task_moves.ts';

const NONE: readonly never[] = [];
const MOST_RUNS = 200; // the newest; a task of an older run appears under its criterion's number

export interface Group {
  key: string;
  title: string; // "7 Backups"
  pack: string | null; // its name, if there are several packs
  tasks: readonly Task[];
}

// The titles of a pack's criteria by number.
type Titles = ReadonlyMap<number, string>;

function useTitles(packs: readonly string[]): ReadonlyMap<string, Titles> | undefined {
  const [found, setFound] = useState<ReadonlyMap<string, Titles>>();
  const key = packs.join();
  useEffect(() => {
    const ended = new AbortController();
    const titlesOf = async (packId: string): Promise<[string, Titles]> => {
      const { criteria } = await get('/api/criteria', { query: { packId }, signal: ended.signal });
      return [packId, new Map(criteria.map(({ criterionId, criterionTitle }) => [criterionId, criterionTitle]))];
    };
    Promise.all(key === '' ? [] : key.split(',').map(titlesOf)).then(
      (all) => setFound(new Map(all)),
      (error: unknown) => {
        if (ended.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setFound(new Map()); // shows only the numbers
      },
    );
    return () => ended.abort();
  }, [key]);
  return found;
}

function groupsOf(
  tasks: readonly Task[],
  packOf: ReadonlyMap<string, string>,
  packs: readonly Schemas['Pack'][],
  titles: ReadonlyMap<string, Titles>,
): Group[] {
  const groups = new Map<string, { pack: string; criterion: number; tasks: Task[] }>();
  for (const task of tasks) {
    const pack = packOf.get(task.lastRunId) ?? packOf.get(task.runId) ?? '';
    const key = `${pack} ${task.criterionId}`;
    const group = groups.get(key);
    if (group) group.tasks.push(task);
    else groups.set(key, { pack, criterion: task.criterionId, tasks: [task] });
  }
  const several = new Set([...groups.values()].map(({ pack }) => pack)).size > 1;
  const place = (pack: string) => packs.findIndex(({ id }) => id === pack);
  const byLabel = new Intl.Collator('en', { numeric: true });
  return [...groups]
    .toSorted(([, a], [, b]) => place(a.pack) - place(b.pack) || a.criterion - b.criterion)
    .map(([key, group]) => ({
      key,
      title: [number(group.criterion), titles.get(group.pack)?.get(group.criterion)].filter(Boolean).join(' '),
      pack: several ? (packs.find(({ id }) => id === group.pack)?.name ?? null) : null,
      tasks: group.tasks.toSorted((a, b) => byLabel.compare(a.requirementId, b.requirementId)),
    }));
}

export function useGroups(tasks: readonly Task[]): readonly Group[] | undefined {
  const runs = useResource('/api/runs', { query: { limit: MOST_RUNS } });
  const bound = useResource('/api/packs', { query: { limit: 200 } });
  const known = runs.error ? NONE : runs.data?.runs;
  const packs = bound.error ? NONE : bound.data?.packs;
  const packOf = useMemo(() => new Map(known?.map(({ id, packId }) => [id, packId])), [known]);
  const named =
    packs
      ?.filter(({ id }) => tasks.some((task) => (packOf.get(task.lastRunId) ?? packOf.get(task.runId)) === id))
      .map(({ id }) => id) ?? [];
  const titles = useTitles(named);
  return useMemo(
    () => (known && packs && titles ? groupsOf(tasks, packOf, packs, titles) : undefined),
    [tasks, known, packOf, packs, titles],
  );
}
