// SPDX-License-Identifier: Apache-2.0
// Runs: the tenant's runs, newest first, and the button to start another. Polls the list while a run is
// under way.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Play } from 'lucide-preact';
import { useList } from '../../api/list.ts';
import { useReloading } from '../../api/polling.ts';
import { currentUser, may } from '../../api/session.ts';
import { Button } from '../../design/controls.tsx';
import { failureText, FailureText } from '../../design/failure.tsx';
import { Chips } from '../../design/filters.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { ListTable, NoMatch } from '../../design/list_table.tsx';
import { Progress } from '../../design/measures.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { Why } from '../../design/why.tsx';
import { usePackNames } from '../../shell/pack_names.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { duration, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { isMoving, judgeOf, type Run, RunState, ShortShares, tookOf } from './run_facts.tsx';
import { StartRunDialog } from './start_run.tsx';

const FILTERS = ['all', 'IN_PROGRESS', 'QUEUED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
const LOOK_AGAIN = 2500; // ms

function columns(packName: (id: string) => string | undefined): Column<Run>[] {
  const words = t().runs;
  return [
    {
      key: 'pack',
      head: words.run,
      rowHead: true,
      cell: (run) => (
        <div class="clip">
          <Link href={run.status === 'COMPLETED' ? `/runs/${run.id}/results` : `/runs/${run.id}`}>
            <Foreign>{packName(run.packId) ?? ''}</Foreign>
          </Link>
          <p class="small second clip">
            {words.requirements(run.progress.requirementsTotal)} · <Foreign>{judgeOf(run)}</Foreign>
          </p>
        </div>
      ),
    },
    { key: 'state', head: words.state, width: '150px', cell: (run) => <RunState run={run} /> },
    {
      key: 'result',
      head: words.result,
      width: '34%',
      hide: 'phone',
      cell: (run) =>
        isMoving(run) ? (
          <Progress
            label={words.judged}
            value={run.progress.requirementsDone}
            total={Math.max(1, run.progress.requirementsTotal)}
            detail={words.doneOf(number(run.progress.requirementsDone), number(run.progress.requirementsTotal))}
          />
        ) : run.status === 'FAILED' && run.failureReason ? (
          <Why title={words.failedTitle} reason={failureText(run)}>
            <span class="missing clip-2">
              <FailureText of={run} />
            </span>
          </Why>
        ) : run.progress.requirementsDone > 0 ? (
          <ShortShares run={run} />
        ) : (
          <span class="third">{words.noResult}</span>
        ),
    },
    { key: 'when', head: words.started, width: '132px', hide: 'phone', cell: (run) => <Time at={run.createdAt} /> },
    {
      key: 'took',
      head: words.took,
      width: '104px',
      numeric: true,
      hide: 'narrow',
      cell: (run) => {
        const took = isMoving(run) ? null : tookOf(run, 0);
        return took === null ? '' : duration(took);
      },
    },
    {
      key: 'steps',
      head: <span class="visually-hidden">{words.timeline}</span>,
      width: '112px',
      hide: 'narrow',
      cell: (run) => (
        <Link class="result-link" href={`/runs/${run.id}`}>
          {words.timeline}
        </Link>
      ),
    },
  ];
}

export default function RunList() {
  const words = t().runs;
  const query = useQuery();
  const filter = oneOf(query.get('status'), FILTERS, 'all');
  const list = useList('/api/runs', 'runs', { query: { status: filter === 'all' ? null : filter } });
  const packName = usePackNames();
  const starting = query.get('start') !== '';
  const [mayStart] = useState(() => may(currentUser(), 'MEMBER'));

  useReloading(list.items.some(isMoving), list.reload, LOOK_AGAIN);

  const start = mayStart && (
    <Button look="primary" icon={<Play size={16} aria-hidden="true" />} onClick={() => query.set({ start: '1' })}>
      {words.start}
    </Button>
  );
  const loaded = list.total !== undefined;
  return (
    <>
      <PageHead
        title={words.title}
        summary={loaded && !list.stale ? words.summary(list.total ?? 0) : '\u00a0'}
        acts={start}
      />
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={filter}
          onValue={(value) => query.set({ status: value === 'all' ? null : value })}
          choices={FILTERS.map((value) => ({
            value,
            label: value === 'all' ? words.all : words.status[value],
            count: value === filter && loaded && !list.stale ? number(list.total ?? 0) : undefined,
          }))}
        />
      </div>
      <ListTable
        list={list}
        caption={words.caption}
        columns={columns(packName)}
        rows={list.items}
        rowKey={(run) => run.id}
        rowHeight={60}
        empty={
          filter === 'all' ? (
            <Empty title={words.none} acts={start}>
              {words.noneWhy}
            </Empty>
          ) : (
            <NoMatch words={{ ...words, clear: words.showAll }} onClear={() => query.set({ status: null })} />
          )
        }
      />
      {starting && mayStart && (
        <StartRunDialog packId={query.get('pack') || null} onClose={() => query.set({ start: null, pack: null })} />
      )}
    </>
  );
}
