// SPDX-License-Identifier: Apache-2.0
// Runs: every run of the tenant with its result and duration; filters are in the address.
import { Link } from 'wouter-preact';
import { useList } from '../../api/list.ts';
import { useReloading } from '../../api/polling.ts';
import { failureText, FailureText } from '../../design/failure.tsx';
import { ListTable, NoMatch } from '../../design/list_table.tsx';
import { Why } from '../../design/why.tsx';
import { Chips } from '../../design/filters.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { PersonFilter, PersonName } from '../../design/person.tsx';
import { Empty } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import { duration } from '../../strings/format.ts';
import { t } from '../words.ts';
import { PlainSelect } from '../plain_select.tsx';
import { beginOf, PERIODS } from './periods.ts';
import { nameOf, type Named, usePacks } from './run_names.ts';
import { moves, type Run, RUN_STATUSES, RunState, tookMs } from './run_state.tsx';

const STATES = ['all', ...RUN_STATUSES] as const;
const POLL = 3000; // ms, while a run is under way

function Outcome({ run }: { run: Run }) {
  const { requirementsDone, requirementsTotal } = run.progress;
  if (run.failureReason)
    return (
      <Why title={t().adminRuns.failed} reason={failureText(run)}>
        <span class="missing clip-2">
          <FailureText of={run} />
        </span>
      </Why>
    );
  if (requirementsDone === 0) return null;
  return moves(run) ? (
    <>{t().adminRuns.progress(requirementsDone, requirementsTotal)}</>
  ) : (
    <StatusShares counts={run.counts} />
  );
}

function Took({ run }: { run: Run }) {
  const ms = tookMs(run);
  return <>{ms === null ? '–' : duration(ms)}</>;
}

function columns(packs: readonly Named[]): Column<Run>[] {
  const words = t().adminRuns;
  return [
    {
      key: 'run',
      head: words.run,
      rowHead: true,
      cell: (run) => (
        <div class="clip">
          <Link class="clip" href={`/runs/${run.id}`}>
            <Foreign>{nameOf(packs, run.packId) ?? run.packId}</Foreign>
          </Link>
          <p class="small second clip">
            {words.by('')}
            <PersonName of={run.startedBy} />
          </p>
        </div>
      ),
    },
    { key: 'state', head: words.stateHead, width: '136px', cell: (run) => <RunState status={run.status} /> },
    { key: 'outcome', head: words.outcome, width: '28%', hide: 'phone', cell: (run) => <Outcome run={run} /> },
    { key: 'took', head: words.took, width: '124px', numeric: true, hide: 'narrow', cell: (run) => <Took run={run} /> },
    { key: 'started', head: words.started, width: '132px', hide: 'phone', cell: (run) => <Time at={run.createdAt} /> },
  ];
}

export default function RunList() {
  const words = t().adminRuns;
  const query = useQuery();
  const packs = usePacks();
  const status = oneOf(query.get('status'), STATES, 'all');
  const period = oneOf(query.get('period'), PERIODS, 'all');
  const by = query.get('by');
  const list = useList('/api/admin/runs', 'runs', {
    query: {
      status: status === 'all' ? null : status,
      packId: query.get('pack'),
      startedBy: by,
      from: beginOf(period),
    },
  });

  useReloading(list.items.some(moves), list.reload, POLL);

  const filtered = by !== '' || period !== 'all' || status !== 'all' || query.get('pack') !== '';
  return (
    <>
      <PageHead
        title={words.title}
        summary={list.total === undefined ? '\u00a0' : (filtered ? words.found : words.summary)(list.total)}
      />
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={status}
          onValue={(value) => query.set({ status: value === 'all' ? null : value })}
          choices={STATES.map((value) => ({ value, label: value === 'all' ? words.all : t().runs.status[value] }))}
        />
        <div class="filter-group">
          <PlainSelect
            label={words.pack}
            value={query.get('pack')}
            onValue={(pack) => query.set({ pack })}
            any={words.anyPack}
            choices={packs}
          />
          <PersonFilter label={words.startedBy} value={by} onValue={(value) => query.set({ by: value })} />
          <PlainSelect
            label={words.period}
            value={period === 'all' ? '' : period}
            onValue={(value) => query.set({ period: value })}
            any={words.periods.all}
            choices={PERIODS.filter((one) => one !== 'all').map((one) => ({ id: one, name: words.periods[one] }))}
          />
        </div>
      </div>
      <ListTable
        list={list}
        caption={words.caption}
        columns={columns(packs)}
        rows={list.items}
        rowKey={(run) => run.id}
        empty={
          filtered ? (
            <NoMatch words={words} onClear={() => query.set({ status: null, pack: null, by: null, period: null })} />
          ) : (
            <Empty title={words.none}>{words.noneWhy}</Empty>
          )
        }
      />
    </>
  );
}
