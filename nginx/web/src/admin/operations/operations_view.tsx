// SPDX-License-Identifier: Apache-2.0
// Operations: whether the installation is working, and what to do if it is not.
import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Progress } from '../../design/measures.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Failed, Note, Skeleton } from '../../design/states.tsx';
import { bytes } from '../../strings/format.ts';
import { t } from '../words.ts';
import { concerns, diskIsLow, type State, storageOf } from './health.ts';
import { RereadCard } from './reread_card.tsx';
import { Failures, Queue, Workers } from './tables.tsx';

const POLL = 5000; // ms
const CLOCK = 1000; // ms: ages advance between two answers

function Storage({ state }: { state: State }) {
  const words = t().operations;
  const storage = storageOf(state);
  const machine = state.scope === 'INSTALLATION';
  return (
    <Card title={words.storage}>
      <div class="stack">
        {machine && (
          <Progress
            label={words.disk}
            value={storage.diskBytes - storage.diskFreeBytes}
            total={storage.diskBytes}
            detail={words.free(bytes(storage.diskFreeBytes), bytes(storage.diskBytes))}
          />
        )}
        <dl class="facts">
          <div>
            <dt>{words.originals}</dt>
            <dd>{words.files(storage.documents, bytes(storage.documentBytes))}</dd>
          </div>
          <div>
            <dt>{words.exports}</dt>
            <dd>{words.files(storage.exports, bytes(storage.exportBytes))}</dd>
          </div>
          {machine && (
            <div>
              <dt>{words.database}</dt>
              <dd>{bytes(storage.databaseBytes)}</dd>
            </div>
          )}
        </dl>
        {machine && (
          <p class="small second">
            {diskIsLow(state) && (
              <>
                <Glyph shape="triangle" tone="missing" />{' '}
              </>
            )}
            {words.storageNormal}
          </p>
        )}
      </div>
    </Card>
  );
}

function Versions({ versions }: { versions: State['versions'] }) {
  const words = t().operations;
  return (
    <Card title={words.versions}>
      <dl class="facts">
        <div>
          <dt>{words.assay}</dt>
          <dd>{versions.assay}</dd>
        </div>
        <div>
          <dt>{words.schema}</dt>
          <dd>{versions.schema}</dd>
        </div>
        <div>
          <dt>{words.postgres}</dt>
          <dd>{versions.database}</dd>
        </div>
        <div>
          <dt>{words.model}</dt>
          <dd class="mono">{versions.model}</dd>
        </div>
        <div>
          <dt>{words.llm}</dt>
          <dd>{versions.llm ? <Foreign>{versions.llm}</Foreign> : words.noLlm}</dd>
        </div>
      </dl>
    </Card>
  );
}

export default function OperationsView() {
  const words = t().operations;
  const resource = useResource('/api/admin/operations', {}, () => POLL);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK);
    return () => clearInterval(timer);
  }, []);
  const state = resource.data;
  if (resource.error && !state) return <Failed error={resource.error} onRetry={resource.reload} />;
  const found = state ? concerns(state, now) : [];
  return (
    <>
      <PageHead title={words.title} summary={state?.scope === 'TENANT' ? words.ownSummary : words.summary} />
      {!state && resource.slow && <Skeleton lines={8} />}
      {state && (
        <>
          {found.length === 0 ? (
            <Note tone="complete" title={words.good}>
              {words.goodWhy(state.workers.filter(({ alive }) => alive).length)}
            </Note>
          ) : (
            <Note tone="missing" title={words.attention}>
              <ul class="plain-list">
                {found.map((one) => (
                  <li>{one}</li>
                ))}
              </ul>
            </Note>
          )}
          <div class="split">
            <div class="stack">
              <Queue queue={state.queue} now={now} />
              <Workers workers={state.workers} />
              <Failures failures={state.failures} />
            </div>
            <div class="stack">
              <Storage state={state} />
              <Versions versions={state.versions} />
              <RereadCard />
            </div>
          </div>
        </>
      )}
    </>
  );
}
