// SPDX-License-Identifier: Apache-2.0
// The tenant's legal holds: those that stand, or all; setting one on everything, and releasing them.
import { useState } from 'preact/hooks';
import { Lock } from 'lucide-preact';
import { post } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Chips } from '../../design/filters.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { FormNote } from '../../design/form.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, shownText, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PersonName } from '../../design/person.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { ReasonField } from '../../keeping/reason_field.tsx';
import { type Hold, ReleaseDialog } from '../../keeping/release_dialog.tsx';
import { MOST, Newest } from '../newest.tsx';
import { t } from '../words.ts';

const columns = (onRelease: (row: Hold) => void): Column<Hold>[] => {
  const words = t().retention.holds;
  return [
    {
      key: 'what',
      head: words.what,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          {row.documentId === null ? (
            <span>{words.allDocuments}</span>
          ) : (
            <a class="clip" href={`/cm/evidence/${row.documentId}`}>
              <Foreign>{row.originalFilename ?? ''}</Foreign>
            </a>
          )}
          <p class="small second clip" title={shownText(row.reason)}>
            <Foreign>{row.reason}</Foreign>
          </p>
        </div>
      ),
    },
    { key: 'by', head: words.by, width: '20%', hide: 'narrow', cell: (row) => <PersonName of={row.createdBy} /> },
    { key: 'at', head: words.at, width: '132px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'state',
      head: words.state,
      width: '132px',
      hide: 'phone',
      cell: (row) =>
        row.releasedAt === null ? (
          <State shape="stop" tone="partial">
            {words.stands}
          </State>
        ) : (
          <div class="clip">
            <State shape="tick" tone="quiet">
              {words.released}
            </State>
            <p class="small second clip">
              <Time at={row.releasedAt} />
            </p>
          </div>
        ),
    },
    {
      key: 'acts',
      head: <span class="visually-hidden">{t().write.acts}</span>,
      width: '148px',
      numeric: true,
      cell: (row) =>
        row.releasedAt === null && (
          <Button
            small
            aria-label={`${t().keeping.release.open} ${row.originalFilename ?? words.allDocuments}`}
            onClick={() => onRelease(row)}>
            {t().keeping.release.open}
          </Button>
        ),
    },
  ];
};

function HoldEverything({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const words = t().retention.holds;
  const write = useWrite();
  const [reason, setReason] = useState('');
  const submit = () =>
    write.run(async () => {
      await post('/api/admin/legal-holds', { body: { reason: reason.trim() } });
      toast(words.done);
      onDone();
      onClose();
    });
  return (
    <FormDialog
      title={words.everythingTitle}
      act={words.act}
      busy={write.busy}
      disabled={reason.trim() === ''}
      onSubmit={submit}
      onClose={onClose}>
      <p class="second">{words.everythingAbout}</p>
      <ReasonField
        hint={t().keeping.hold.reasonHint}
        value={reason}
        onValue={setReason}
        error={write.error?.issueOf('reason')}
      />
      <FormNote write={write} />
    </FormDialog>
  );
}

export function HoldList() {
  const words = t().retention.holds;
  const [shown, setShown] = useState<'standing' | 'all'>('standing');
  const read = useResource('/api/admin/legal-holds', {
    query: { limit: MOST, released: shown === 'standing' ? false : null },
  });
  const [holding, setHolding] = useState(false);
  const [releasing, setReleasing] = useState<Hold | null>(null);
  const rows = read.data?.legalHolds;
  return (
    <>
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={shown}
          onValue={setShown}
          choices={(['standing', 'all'] as const).map((value) => ({ value, label: words[value] }))}
        />
        <span class="grow" />
        <Button icon={<Lock size={16} aria-hidden="true" />} onClick={() => setHolding(true)}>
          {words.everything}
        </Button>
      </div>
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {rows?.length === 0 && shown === 'all' ? (
        <Empty title={words.none}>{words.noneWhy}</Empty>
      ) : rows?.length === 0 ? (
        <p class="second">{words.noneStanding}</p>
      ) : (
        (rows || read.slow) && (
          <Table
            caption={t().retention.parts.holds}
            columns={columns(setReleasing)}
            rows={rows ?? []}
            rowKey={(row) => row.id}
            rowHeight={60}
            loading={!rows}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
      {holding && <HoldEverything onDone={read.reload} onClose={() => setHolding(false)} />}
      {releasing && <ReleaseDialog holds={[releasing]} onDone={read.reload} onClose={() => setReleasing(null)} />}
    </>
  );
}
