// SPDX-License-Identifier: Apache-2.0
// Exports: request a run's result as a file, follow its creation, download it.
import { useEffect, useRef } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { ButtonLink } from '../../design/controls.tsx';
import { Chips } from '../../design/filters.tsx';
import { announce } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { recount } from '../../shell/counts.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { t } from '../../strings/words.ts';
import { exportColumns } from './export_cells.tsx';
import { ExportRequest } from './export_request.tsx';
import { FORMATS, moves } from './formats.ts';
import { PackageCheck } from './package_check.tsx';

const WHILE_MADE = 700; // ms
const NEWEST = 200;
const SHOWN = ['all', ...FORMATS] as const;

export default function ExportList() {
  const words = t().exports;
  const query = useQuery();
  const format = oneOf(query.get('format'), SHOWN, 'all');
  const list = useResource(
    '/api/exports',
    { query: { limit: NEWEST, runId: query.get('run'), format: format === 'all' ? null : format } },
    (data) => (data.exports.some(moves) ? WHILE_MADE : null),
  );
  const runs = useResource('/api/runs', { query: { limit: 100, status: 'COMPLETED' } });
  const packs = useResource('/api/packs', { query: { limit: 200 } });

  // Announces exports that have ended, and refreshes the counts beside the navigation.
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    for (const one of list.data?.exports ?? []) {
      if (moves(one)) {
        underWay.current.add(one.id);
      } else if (underWay.current.delete(one.id)) {
        const { formats, madeOne, failedOne } = t().exports;
        announce((one.status === 'COMPLETED' ? madeOne : failedOne)(formats[one.format].name));
        recount();
      }
    }
  }, [list.data]);

  const packName = (packId: string) => packs.data?.packs.find(({ id }) => id === packId)?.name ?? '';
  const completed = runs.data?.runs ?? [];
  const exports = list.data?.exports ?? [];
  const error = list.error ?? runs.error;
  const mayAsk = may(currentUser(), 'MEMBER');
  return (
    <>
      <PageHead title={words.title} summary={words.about} />
      {error && (
        <ErrorNote
          error={error}
          onRetry={() => {
            list.reload();
            runs.reload();
          }}
        />
      )}
      {runs.data && completed.length === 0 ? (
        <Empty
          title={words.noRun}
          acts={
            <ButtonLink to="/runs" look="primary">
              {words.goToRuns}
            </ButtonLink>
          }>
          {words.noRunWhy}
        </Empty>
      ) : (
        <div class="stack">
          {mayAsk ? (
            runs.data && <ExportRequest runs={completed} packName={packName} asked={list.reload} />
          ) : (
            <p class="second">{words.mayNotAsk}</p>
          )}
          <div class="filters">
            <Chips
              label={words.filterLabel}
              value={format}
              onValue={(value) => query.set({ format: value === 'all' ? null : value })}
              choices={SHOWN.map((value) => ({
                value,
                label: value === 'all' ? words.all : words.formats[value].name,
              }))}
            />
            {query.get('run') && (
              <button type="button" class="chip" aria-pressed="true" onClick={() => query.set({ run: null })}>
                {words.ofRun} ×
              </button>
            )}
          </div>
          {list.data && exports.length === 0 ? (
            <Empty title={words.none}>{mayAsk ? words.noneWhy : words.noneWhyViewer}</Empty>
          ) : (
            (list.data || list.slow) && (
              <div class="exports">
                <Table
                  caption={words.caption}
                  rows={exports}
                  rowKey={(row) => row.id}
                  loading={!list.data}
                  rowHeight={60}
                  columns={exportColumns({ runs: completed, packName })}
                />
              </div>
            )
          )}
          {list.data?.nextCursor && <p class="small second">{words.newest(NEWEST)}</p>}
          <PackageCheck />
        </div>
      )}
    </>
  );
}
