// SPDX-License-Identifier: Apache-2.0
// The changes from one run to another, by requirement, with both verdicts and the reasons.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ArrowLeftRight } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Chips } from '../../design/filters.tsx';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, NotYet } from '../../design/states.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { usePackName } from '../../shell/pack_names.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import type { ViewProps } from '../../shell/route.ts';
import { dayAndTime, fraction, number } from '../../strings/format.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';
import { documentPath } from '../evidence/document_place.ts';

type Comparison = Schemas['RunComparison'];
type Compared = Comparison['requirements'][number];
type Evidence = Compared['evidence']['added'];

const KINDS = ['WORSENED', 'IMPROVED', 'CONFIDENCE', 'FAILED', 'EVALUATED', 'ADDED', 'REMOVED', 'UNCHANGED'] as const;
const FILTERS = ['changed', ...KINDS, 'all'] as const;

// A change of confidence alone is not another verdict: if the documents differ, most confidences change.
const isOtherVerdict = (change: Compared['change']): boolean => change !== 'UNCHANGED' && change !== 'CONFIDENCE';

function Side({ side }: { side: Compared['from'] }) {
  if (!side) return <span class="third">{t().compare.notThere}</span>;
  return (
    <span class="moves">
      <Status status={side.status} />
      <span class="small second number">{side.status === 'FAILED' ? '' : fraction(side.confidence)}</span>
    </span>
  );
}

function EvidenceList({ title, evidence }: { title: string; evidence: Evidence }) {
  const words = t();
  if (evidence.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="finding-list">
        {evidence.map((one) => (
          <li>
            <div class="finding-head">
              {one.originalFilename ? (
                <Link class="clip" href={documentPath(one.documentId, { pageNumber: one.pageNumber, quote: one.text })}>
                  <Foreign>{one.originalFilename}</Foreign>
                </Link>
              ) : (
                <span class="second">{words.results.gone}</span>
              )}
              <span class="second">{placeAt(one.originalFilename ?? '', one.pageNumber, one.pageLabel)}</span>
            </div>
            <p>
              “<Foreign>{one.text}</Foreign>”
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Why({ one, toId, onClose }: { one: Compared; toId: string; onClose: () => void }) {
  const words = t().compare;
  return (
    <Dialog
      title={words.whyTitle(one.requirementId)}
      wide
      onClose={onClose}
      footer={
        <>
          <ButtonLink to={`/runs/${toId}/results?at=${encodeURIComponent(one.requirementId)}`}>
            {words.openResult}
          </ButtonLink>
          <Button look="primary" onClick={onClose}>
            {t().shell.close}
          </Button>
        </>
      }>
      <p class="strong">
        <Foreign>{one.title}</Foreign>
      </p>
      <p class="moves">
        <Side side={one.from} />
        <span aria-hidden="true">→</span>
        <span class="visually-hidden">{t().whatIf.to}</span>
        <Side side={one.to} />
      </p>
      {one.why.length > 0 ? (
        <ul class="why">
          {one.why.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      ) : (
        <p class="second">{words.noWhy}</p>
      )}
      <EvidenceList title={words.evidenceAdded} evidence={one.evidence.added} />
      <EvidenceList title={words.evidenceGone} evidence={one.evidence.gone} />
    </Dialog>
  );
}

function columns(onWhy: (one: Compared) => void): Column<Compared>[] {
  const words = t().compare;
  return [
    {
      key: 'requirement',
      head: t().results.requirement,
      rowHead: true,
      cell: (one) => (
        <div class="clip">
          <button type="button" class="bare strong" onClick={() => onWhy(one)}>
            {one.requirementId}
          </button>
          <p class="small second clip" title={one.title}>
            <Foreign>{one.title}</Foreign>
          </p>
        </div>
      ),
    },
    { key: 'from', head: words.from, width: 'clamp(104px, 13vw, 160px)', cell: (one) => <Side side={one.from} /> },
    { key: 'to', head: words.to, width: 'clamp(104px, 13vw, 160px)', cell: (one) => <Side side={one.to} /> },
    { key: 'change', head: words.change, width: '150px', hide: 'phone', cell: (one) => words.kinds[one.change] },
    {
      key: 'why',
      head: words.why,
      width: '28%',
      hide: 'narrow',
      cell: (one) => <span class="clip-2 small second">{one.why.map(({ text }) => text).join('. ')}</span>,
    },
  ];
}

function RunCard({ title, run }: { title: string; run: Comparison['from'] }) {
  return (
    <section class="card panel" aria-label={title}>
      <p class="finding-head">
        <span class="strong">{title}</span>
        <span class="grow" />
        <Link class="small" href={`/runs/${run.id}/results`}>
          {dayAndTime(run.createdAt)}
        </Link>
      </p>
      <StatusShares counts={run.counts} legend />
    </section>
  );
}

function Pins({ data }: { data: Comparison }) {
  const words = t().compare;
  const added = data.documents.added.length;
  const gone = data.documents.gone.length;
  if (data.pins.length === 0 && added + gone === 0) return null;
  return (
    <p class="second pins-differ acts">
      {added + gone > 0 && <span>{words.documents(number(added), number(gone))}</span>}
      {data.pins
        .filter(({ pin }) => pin !== 'documents')
        .map(({ pin, from, to }) => (
          <span key={pin}>
            {words.pins[pin] ?? pin}: <Foreign>{String(from ?? '–')}</Foreign> → <Foreign>{String(to ?? '–')}</Foreign>
          </span>
        ))}
    </p>
  );
}

export default function CompareView({ params }: ViewProps) {
  const words = t().compare;
  const runId = params.runId ?? '';
  const otherId = params.otherId ?? '';
  const query = useQuery();
  const compared = useResource('/api/runs/{runId}/compare/{otherId}', { path: { runId, otherId } });
  const { data } = compared;
  const packName = usePackName(data?.to.packId);
  const [asked, setAsked] = useState<Compared | null>(null);
  if (!data) return <NotYet of={compared} />;

  const filter = oneOf(query.get('show'), FILTERS, 'changed');
  const shown = data.requirements.filter(
    ({ change }) => filter === 'all' || (filter === 'changed' ? isOtherVerdict(change) : change === filter),
  );
  const count = (kind: (typeof FILTERS)[number]) =>
    number(
      kind === 'all'
        ? data.requirements.length
        : kind === 'changed'
          ? data.requirements.filter(({ change }) => isOtherVerdict(change)).length
          : (data.summary[kind] ?? 0),
    );
  const offered = FILTERS.filter(
    (kind) => kind === 'changed' || kind === 'all' || kind === filter || (data.summary[kind] ?? 0) > 0,
  );
  return (
    <>
      <PageHead
        title={words.title}
        summary={<Foreign>{packName ?? ''}</Foreign>}
        acts={
          <>
            <ButtonLink to={`/runs/${otherId}/compare/${runId}`} icon={<ArrowLeftRight size={16} aria-hidden="true" />}>
              {words.turn}
            </ButtonLink>
            <ButtonLink to={`/runs/${otherId}/results`}>{words.toResults}</ButtonLink>
          </>
        }
      />
      <div class="run-cards">
        <RunCard title={words.from} run={data.from} />
        <RunCard title={words.to} run={data.to} />
      </div>
      <Pins data={data} />
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={filter}
          onValue={(value) => query.set({ show: value === 'changed' ? null : value })}
          choices={offered.map((value) => ({ value, label: words.kinds[value], count: count(value) }))}
        />
      </div>
      {shown.length > 0 ? (
        <Table
          caption={words.caption}
          columns={columns(setAsked)}
          rows={shown}
          rowKey={(one) => one.requirementId}
          rowHeight={58}
          total={shown.length}
        />
      ) : (
        <Empty title={filter === 'changed' ? words.same : words.noneOfKind}>
          {filter === 'changed' ? words.sameWhy(data.summary.CONFIDENCE ?? 0) : words.noneOfKindWhy}
        </Empty>
      )}
      {asked && <Why one={asked} toId={asked.to ? data.to.id : data.from.id} onClose={() => setAsked(null)} />}
    </>
  );
}
