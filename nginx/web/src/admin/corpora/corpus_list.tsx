// SPDX-License-Identifier: Apache-2.0
// Corpora: the regulatory texts that runs read alongside the evidence.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { BookPlus } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { t } from '../words.ts';
import { MOST, Newest } from '../newest.tsx';
import { NewCorpus } from './new_corpus.tsx';

type Corpus = Schemas['Corpus'];

const columns = (packName: (id: string | null) => string): Column<Corpus>[] => {
  const words = t().corpora;
  return [
    {
      key: 'title',
      head: words.name,
      rowHead: true,
      cell: (row) => (
        <span class="clip">
          <Link href={`/corpora/${row.id}`}>
            <Foreign>{row.title}</Foreign>
          </Link>
        </span>
      ),
    },
    {
      key: 'pack',
      head: words.pack,
      width: '24%',
      cell: (row) => (
        <span class="clip-2">
          <Foreign>{packName(row.packId)}</Foreign>
        </span>
      ),
    },
    {
      key: 'source',
      head: words.source,
      width: '28%',
      hide: 'narrow',
      cell: (row) =>
        row.sourceUrl ? (
          <span class="clip second" title={row.sourceUrl}>
            <Foreign>{row.sourceUrl}</Foreign>
          </span>
        ) : (
          <span class="second">{words.file}</span>
        ),
    },
    { key: 'since', head: words.added, width: '140px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
  ];
};

export default function CorpusList() {
  const words = t().corpora;
  const read = useResource('/api/admin/corpora', { query: { limit: MOST } });
  const packs = useResource('/api/admin/packs', {});
  const [adding, setAdding] = useState(false);
  const corpora = read.data?.corpora;
  const packName = (id: string | null) =>
    id === null ? words.anyPack : (packs.data?.packs.find((one) => one.id === id)?.name ?? '');
  const add = (
    <Button look="primary" icon={<BookPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} summary={words.about} acts={corpora?.length !== 0 && add} />
      {adding && <NewCorpus onClose={() => setAdding(false)} />}
      {read.error && <ErrorNote error={read.error} onRetry={read.reload} />}
      {corpora?.length === 0 ? (
        <Empty title={words.none} acts={add}>
          {words.noneWhy}
        </Empty>
      ) : (
        (corpora || read.slow) && (
          <Table
            caption={words.title}
            columns={columns(packName)}
            rows={corpora ?? []}
            rowKey={(row) => row.id}
            rowHeight={52}
            loading={!corpora}
          />
        )
      )}
      <Newest more={read.data?.nextCursor} />
    </>
  );
}
