// SPDX-License-Identifier: Apache-2.0
// The record of an erasure: who, when, why, what went, how far the removal of files is, and the runs that quote it.
import { Link } from 'wouter-preact';
import { post, type Schemas } from '../api/client.ts';
import { useResource } from '../api/resource.ts';
import { useWrite } from '../api/write.ts';
import { Button } from '../design/controls.tsx';
import { failureText } from '../design/failure.tsx';
import { FormNote } from '../design/form.tsx';
import { Foreign, Time } from '../design/inline.tsx';
import { PersonName } from '../design/person.tsx';
import { ErrorNote, Note, Skeleton } from '../design/states.tsx';
import { usePackNames } from '../shell/pack_names.ts';
import { bytes, number } from '../strings/format.ts';
import { t } from '../strings/words.ts';

type Erasure = Schemas['ErasureInFull'];

const POLL = 2000; // ms, while files are being removed
const TONES = { QUEUED: 'accent', IN_PROGRESS: 'accent', COMPLETED: 'complete', FAILED: 'missing' } as const;

function Quoting({ erasure: { runs, runsQuoting, runsSearched } }: { erasure: Erasure }) {
  const words = t().keeping.erased;
  const packName = usePackNames();
  return (
    <section class="stack tight">
      <h3>{words.quoting(runsQuoting)}</h3>
      {runs.length > 0 && (
        <ul class="plain-list">
          {runs.map((run) => (
            <li key={run.runId}>
              <Link href={`/runs/${run.runId}`}>
                <Foreign>{packName(run.packId) ?? ''}</Foreign>
              </Link>{' '}
              <span class="small second">
                {words.quotes(run.quotes)} · <Time at={run.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {runsQuoting > runs.length && <p class="small second">{words.newest(runs.length)}</p>}
      {runsSearched > 0 && <p class="small second">{words.searched(runsSearched)}</p>}
    </section>
  );
}

function Facts({ erasure }: { erasure: Erasure }) {
  const words = t().keeping;
  const its = words.erased;
  return (
    <dl class="facts">
      <div>
        <dt>{its.by}</dt>
        <dd>{erasure.requestedBy === null ? its.rules : <PersonName of={erasure.requestedBy} />}</dd>
      </div>
      <div>
        <dt>{its.at}</dt>
        <dd>
          <Time at={erasure.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{words.reason}</dt>
        <dd>
          <Foreign>{erasure.reason}</Foreign>
        </dd>
      </div>
      {erasure.completedAt && (
        <div>
          <dt>{its.ended}</dt>
          <dd>
            <Time at={erasure.completedAt} />
          </dd>
        </div>
      )}
      {erasure.exportCount > 0 && (
        <div>
          <dt>{its.packages}</dt>
          <dd>{number(erasure.exportCount)}</dd>
        </div>
      )}
      <div>
        <dt>{its.files}</dt>
        <dd>
          <ul class="plain-list">
            {erasure.documents.map((one) => (
              <li key={one.id}>
                <Foreign>{one.originalFilename}</Foreign> <span class="small second">{bytes(one.sizeBytes)}</span>
              </li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

// `onChange`: its state has changed.
export function ErasureRecord({ erasureId, onChange }: { erasureId: string; onChange?: () => void }) {
  const words = t().keeping.erased;
  const read = useResource('/api/admin/erasures/{erasureId}', { path: { erasureId } }, ({ status }) =>
    status === 'QUEUED' || status === 'IN_PROGRESS' ? POLL : null,
  );
  const write = useWrite();
  const retry = () =>
    write.run(async () => {
      await post('/api/admin/erasures/{erasureId}/retry', { path: { erasureId } });
      read.reload();
      onChange?.();
    });
  const erasure = read.data;
  if (!erasure)
    return read.error ? (
      <ErrorNote error={read.error} onRetry={read.reload} />
    ) : (
      <>{read.slow && <Skeleton lines={6} />}</>
    );
  return (
    <div class="stack">
      <div class="stack" aria-live="polite">
        <Note tone={TONES[erasure.status]}>
          {words.status[erasure.status]}
          {erasure.failureReason && (
            <p>
              <Foreign>{failureText(erasure)}</Foreign>
            </p>
          )}
        </Note>
      </div>
      {erasure.status === 'FAILED' && (
        <div class="acts">
          <Button busy={write.busy} onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
      <FormNote write={write} />
      <Facts erasure={erasure} />
      <Quoting erasure={erasure} />
    </div>
  );
}
