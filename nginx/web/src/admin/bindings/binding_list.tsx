// SPDX-License-Identifier: Apache-2.0
// Bindings: the packs the tenant is judged by, with their versions and thresholds.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { Link2 } from 'lucide-preact';
import { put, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button, Select } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { MOST, Newest } from '../newest.tsx';
import { ThresholdTicks } from './threshold_bar.tsx';

type Binding = Schemas['Binding'];

const columns = (first: string | undefined): Column<Binding>[] => {
  const words = t().bindings;
  return [
    {
      key: 'pack',
      head: words.pack,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Link href={`/bindings/${row.packId}`}>
              <Foreign>{row.packName}</Foreign>
            </Link>
          </span>
          <p class="small second clip">
            {words.version} <Foreign>{row.version}</Foreign>
            {row.packId === first && <> · {words.defaultPack}</>}
          </p>
        </div>
      ),
    },
    {
      key: 'requirements',
      head: words.requirements,
      width: '128px',
      numeric: true,
      hide: 'phone',
      cell: (row) => number(row.requirementCount),
    },
    { key: 'thresholds', head: words.thresholds, width: '30%', cell: (row) => <ThresholdTicks {...row.thresholds} /> },
    {
      key: 'evaluator',
      head: words.evaluator,
      width: '15%',
      hide: 'narrow',
      cell: (row) => words.evaluators[row.evaluator],
    },
    { key: 'changed', head: words.changed, width: '140px', hide: 'phone', cell: (row) => <Time at={row.updatedAt} /> },
  ];
};

function Bind({ packs, onClose }: { packs: readonly Schemas['AvailablePack'][]; onClose: () => void }) {
  const words = t();
  const write = useWrite();
  const [packId, setPack] = useState<string>(packs[0]?.id ?? '');
  const chosen = packs.find((one) => one.id === packId);
  const bind = () =>
    write.run(async () => {
      const { binding } = await put('/api/admin/bindings/{packId}', { path: { packId }, body: {} });
      onClose();
      toast(words.bindings.bound(binding.packName));
      navigate(`/admin/bindings/${packId}`);
    });
  return (
    <FormDialog
      title={words.bindings.bind}
      act={words.bindings.bind}
      busy={write.busy}
      disabled={!chosen}
      onSubmit={bind}
      onClose={onClose}>
      {packs.length === 0 ? (
        <p>{words.bindings.allBound}</p>
      ) : (
        <>
          <Select
            label={words.bindings.pack}
            value={packId}
            onValue={setPack}
            choices={packs.map((one) => ({ value: one.id, label: one.name }))}
          />
          {chosen?.newest && (
            <p class="second">
              {words.bindings.bindHint(chosen.newest.version, number(chosen.newest.requirementCount))}
            </p>
          )}
        </>
      )}
      <FormNote write={write} />
    </FormDialog>
  );
}

export default function BindingList() {
  const words = t().bindings;
  const read = useResource('/api/admin/bindings', { query: { limit: MOST } });
  const packs = useResource('/api/admin/packs', {});
  const [binding, setBinding] = useState(false);
  const bindings = read.data?.bindings;
  const bind = (
    <Button
      look="primary"
      disabled={!packs.data}
      icon={<Link2 size={16} aria-hidden="true" />}
      onClick={() => setBinding(true)}>
      {words.bind}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} summary={words.about} acts={bindings?.length !== 0 && bind} />
      {binding && packs.data && (
        <Bind
          packs={packs.data.packs.filter((one) => one.boundVersionId === null && one.newest !== null)}
          onClose={() => setBinding(false)}
        />
      )}
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {bindings?.length === 0 ? (
        <Empty title={words.none} acts={bind}>
          {words.noneWhy}
        </Empty>
      ) : (
        (bindings || read.slow) && (
          <Table
            caption={words.title}
            columns={columns(bindings?.[0]?.packId)}
            rows={bindings ?? []}
            rowKey={(row) => row.packId}
            rowHeight={60}
            loading={!bindings}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
    </>
  );
}
