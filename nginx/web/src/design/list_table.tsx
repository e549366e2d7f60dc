// SPDX-License-Identifier: Apache-2.0
// The table of a list that loads page by page: its error, the table, or what to say where it is empty.
import type { ComponentChildren, ComponentProps } from 'preact';
import type { List } from '../api/list.ts';
import { Button } from './controls.tsx';
import { Empty, ErrorNote } from './states.tsx';
import { Table } from './table.tsx';

// `total`: of all rows, if they are more than the items of the list.
export function ListTable<R>({
  list,
  empty,
  rows,
  total = list.total,
  ...table
}: {
  list: Pick<List<unknown>, 'total' | 'error' | 'slow' | 'more' | 'reload'>;
  empty?: ComponentChildren;
} & Omit<ComponentProps<typeof Table<R>>, 'onEnd' | 'loading'>) {
  const loaded = list.total !== undefined;
  return (
    <>
      {list.error && <ErrorNote error={list.error} onRetry={list.reload} />}
      {empty && loaded && rows.length === 0 && !list.error
        ? empty
        : (loaded || list.slow) && <Table {...table} rows={rows} total={total} onEnd={list.more} loading={!loaded} />}
    </>
  );
}

// Where filters leave nothing: says so, and clears them.
export function NoMatch({
  words,
  onClear,
}: {
  words: { noMatch: string; noMatchWhy: string; clear: string };
  onClear: () => void;
}) {
  return (
    <Empty title={words.noMatch} acts={<Button onClick={onClear}>{words.clear}</Button>}>
      {words.noMatchWhy}
    </Empty>
  );
}
