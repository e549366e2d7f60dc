// SPDX-License-Identifier: Apache-2.0
// One corpus: the source of its text, its ingestions as they proceed, and what is in force since when.
import { useEffect, useState } from 'preact/hooks';
import { RefreshCw } from 'lucide-preact';
import { post, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { announce, toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote, Note, NotYet } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';
import { MOST, Newest } from '../newest.tsx';
import { Ingestions, type Ingestion, moving } from './ingestions.tsx';
import { TakeIn } from './take_in.tsx';

type Activation = Schemas['CorpusActivation'];

const POLL = 1000; // ms, while an ingestion is under way

const activationColumns = (ingestions: readonly Ingestion[]): Column<Activation>[] => {
  const words = t().corpora;
  return [
    { key: 'at', head: words.activatedAt, rowHead: true, width: '26%', cell: (row) => <Time at={row.activatedAt} /> },
    {
      key: 'text',
      head: words.text,
      cell: (row) => {
        const of = ingestions.find((one) => one.id === row.ingestionId);
        const name = of?.originalFilename ?? of?.sourceUrl;
        return name ? (
          <span class="clip">
            <Foreign>{name}</Foreign>
          </span>
        ) : (
          <Id value={row.ingestionId} />
        );
      },
    },
    {
      key: 'by',
      head: words.activatedBy,
      width: '30%',
      hide: 'phone',
      cell: (row) => (
        <span class="clip">
          <PersonName of={row.activatedBy} />
        </span>
      ),
    },
  ];
};

export default function CorpusPage({ params }: ViewProps) {
  const words = t().corpora;
  const path = { corpusId: params.corpusId ?? '' };
  const read = useResource('/api/admin/corpora/{corpusId}', { path });
  const ingestions = useResource(
    '/api/admin/corpora/{corpusId}/ingestions',
    { path, query: { limit: MOST } },
    (data) => (data.ingestions.some(moving) ? POLL : null),
  );
  const activations = useResource('/api/admin/corpora/{corpusId}/activations', { path, query: { limit: MOST } });
  const packs = useResource('/api/admin/packs', {});
  const write = useWrite();
  const [taking, setTaking] = useState(false);
  const [activating, setActivating] = useState<Ingestion | null>(null);
  const rows = ingestions.data?.ingestions ?? [];
  const latest = rows[0]?.status;
  useEffect(() => {
    if (latest) announce(t().corpora.status[latest]);
  }, [latest]);
  const corpus = read.data;
  if (!corpus) return <NotYet of={read} />;
  const busy = rows.some(moving);
  const inForce = activations.data?.activations[0]?.ingestionId ?? null;
  const close = () => {
    write.forget();
    setActivating(null);
  };
  const activate = (ingestion: Ingestion) =>
    write.run(async () => {
      await post('/api/admin/corpora/{corpusId}/activations', { path, body: { ingestionId: ingestion.id } });
      setActivating(null);
      toast(words.activated);
      activations.reload();
    });
  const pack = corpus.packId === null ? words.anyPack : packs.data?.packs.find((one) => one.id === corpus.packId)?.name;
  return (
    <>
      <PageHead
        title={corpus.title}
        summary={
          <>
            {pack && <Foreign>{pack}</Foreign>}
            {corpus.sourceUrl && /^https?:/i.test(corpus.sourceUrl) && (
              <>
                {' '}
                ·{' '}
                <a href={corpus.sourceUrl} rel="noreferrer" target="_blank">
                  <Foreign>{corpus.sourceUrl}</Foreign>
                </a>
              </>
            )}
          </>
        }
        acts={
          <Button
            look="primary"
            disabled={busy}
            icon={<RefreshCw size={16} aria-hidden="true" />}
            onClick={() => setTaking(true)}>
            {rows.length > 0 ? words.takeIn : words.takeInFirst}
          </Button>
        }
      />
      {taking && (
        <TakeIn
          corpus={corpus}
          again={rows.length > 0}
          onClose={() => setTaking(false)}
          onStarted={ingestions.reload}
        />
      )}
      {activations.data && inForce === null && <Note tone="partial">{words.notInForce}</Note>}
      <section class="part" aria-labelledby="ingestions">
        <h2 id="ingestions">{words.ingestions}</h2>
        {ingestions.error && <ErrorNote error={ingestions.error} onRetry={ingestions.reload} />}
        {ingestions.data && rows.length === 0 ? (
          <p class="second">{words.noIngestions}</p>
        ) : (
          (ingestions.data || ingestions.slow) && (
            <Ingestions rows={rows} inForce={inForce} onActivate={setActivating} loading={!ingestions.data} />
          )
        )}
        <Newest more={ingestions.data?.nextCursor} />
      </section>
      <section class="part" aria-labelledby="activations">
        <h2 id="activations">{words.activations}</h2>
        {activations.error && <ErrorNote error={activations.error} onRetry={activations.reload} />}
        {activations.data?.activations.length === 0 ? (
          <p class="second">{words.noActivations}</p>
        ) : (
          (activations.data || activations.slow) && (
            <Table
              caption={words.activations}
              columns={activationColumns(rows)}
              rows={activations.data?.activations ?? []}
              rowKey={(row) => row.id}
              rowHeight={44}
              loading={!activations.data}
            />
          )
        )}
      </section>
      {activating && (
        <Confirm
          title={words.activateTitle}
          act={words.activate}
          write={write}
          onAct={() => activate(activating)}
          onClose={close}>
          {words.activateWhy}
        </Confirm>
      )}
    </>
  );
}
