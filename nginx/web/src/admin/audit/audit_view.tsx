// SPDX-License-Identifier: Apache-2.0
// The audit log: filtered by the address, followed live, its chain verified, exported as a file.
import { useMemo } from 'preact/hooks';
import { Download, ShieldCheck } from 'lucide-preact';
import { address } from '../../api/client.ts';
import { download } from '../../api/files.ts';
import { useList } from '../../api/list.ts';
import { useWrite } from '../../api/write.ts';
import { Button, Switch } from '../../design/controls.tsx';
import { ListTable, NoMatch } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import type { Column } from '../../design/table.tsx';
import { useQuery } from '../../shell/query.ts';
import { exactTime, number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Actor, type Entry } from './actor.tsx';
import { asked, AuditFilters, clear, isFiltered, ReadsChoice } from './audit_filters.tsx';
import { ChainVerdict, useVerification } from './chain_verdict.tsx';
import { EntryDialog } from './entry_dialog.tsx';
import { OutcomeWord } from './outcome.tsx';
import { useTail } from './tail.ts';

function columns(open: (sequence: number) => void): Column<Entry>[] {
  const words = t().auditLog;
  return [
    {
      key: 'number',
      head: words.number,
      width: '76px',
      numeric: true,
      cell: (row) => <span class="second">{number(row.sequence)}</span>,
    },
    {
      key: 'time',
      head: words.time,
      width: 'clamp(120px, 13.2vw, 188px)',
      hide: 'phone',
      cell: (row) => <time dateTime={row.createdAt}>{exactTime(row.createdAt)}</time>,
    },
    {
      key: 'action',
      head: words.what,
      rowHead: true,
      cell: (row) => (
        <>
          <button type="button" class="row-button clip-2" title={row.action} onClick={() => open(row.sequence)}>
            {words.actions[row.action] ?? row.action}
          </button>
          <p class="only-phone small second clip">
            <Actor entry={row} />
          </p>
        </>
      ),
    },
    {
      key: 'actor',
      head: words.who,
      width: '21%',
      hide: 'phone',
      cell: (row) => (
        <span class="clip-2">
          <Actor entry={row} />
        </span>
      ),
    },
    {
      key: 'object',
      head: words.on,
      width: '16%',
      hide: 'narrow',
      cell: (row) => (
        <>
          {words.objects[row.objectType] ?? row.objectType} <span class="mono second">{row.objectId.slice(-4)}</span>
        </>
      ),
    },
    {
      key: 'outcome',
      head: words.outcome,
      width: '128px',
      hide: 'phone',
      cell: (row) => <OutcomeWord outcome={row.outcome} />,
    },
  ];
}

export default function AuditView() {
  const words = t().auditLog;
  const query = useQuery();
  const filters = asked(query);
  const live = query.get('live') !== 'off';
  const list = useList('/api/admin/audit-logs', 'logs', { query: filters });
  const loaded = list.total !== undefined;
  const fresh = useTail({
    query: filters,
    newest: loaded && !list.stale ? (list.items[0]?.sequence ?? 0) : undefined,
    on: live,
    onMany: list.reload,
  });
  const rows = useMemo(() => {
    const top = list.items[0]?.sequence ?? 0;
    return [...fresh.filter(({ sequence }) => sequence > top), ...list.items];
  }, [fresh, list.items]);
  const verification = useVerification();
  const taking = useWrite();
  const take = () =>
    taking.run(() => download(address('/api/admin/audit-logs/export', { query: filters }), 'audit.ndjson'));

  const sequence = Number(query.get('entry')) || null;
  const open = (to: number | null) => query.set({ entry: to === null ? null : String(to) });
  const at = rows.findIndex((row) => row.sequence === sequence);
  const broken = verification.verdict?.firstBroken ?? null;
  const total = (list.total ?? 0) + rows.length - list.items.length;
  return (
    <>
      <PageHead
        title={words.title}
        summary={loaded ? words.summary(total) : '\u00a0'}
        acts={
          <>
            <Button icon={<Download size={16} aria-hidden="true" />} busy={taking.busy} onClick={take}>
              {taking.busy ? words.exporting : words.export}
            </Button>
            <Button
              look="primary"
              icon={<ShieldCheck size={16} aria-hidden="true" />}
              busy={verification.busy}
              onClick={verification.start}>
              {verification.busy ? words.verifying : words.verify}
            </Button>
          </>
        }
      />
      <ChainVerdict
        verdict={verification.verdict}
        error={verification.error}
        onRetry={verification.start}
        onShow={open}
      />
      {taking.error && <ErrorNote error={taking.error} onRetry={take} />}
      <AuditFilters query={query} />
      <div class="live-line">
        <Switch label={words.live} on={live} onChange={(on) => query.set({ live: on ? null : 'off' })} />
        <p class="grow small second" role="status">
          {fresh.length > 0 ? words.fresh(fresh.length) : live ? words.liveOn : words.liveOff}
        </p>
        <ReadsChoice query={query} />
      </div>
      <ListTable
        list={list}
        caption={words.caption}
        columns={columns(open)}
        rows={rows}
        rowKey={(row) => String(row.sequence)}
        total={total}
        rowHeight={48}
        rowClass={(row) => (row.sequence === broken?.sequence ? 'broken-row' : undefined)}
        empty={
          isFiltered(query) ? (
            <NoMatch words={words} onClear={() => clear(query)} />
          ) : (
            <Empty title={words.none}>{words.noneWhy}</Empty>
          )
        }
      />
      {sequence !== null && (
        <EntryDialog
          sequence={sequence}
          known={rows[at]}
          broken={broken?.sequence === sequence ? broken.reason : null}
          newer={rows[at - 1]?.sequence}
          older={at < 0 ? undefined : rows[at + 1]?.sequence}
          onGo={open}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}
