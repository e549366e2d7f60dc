// SPDX-License-Identifier: Apache-2.0
// One entry of the audit log in full: old and new values, actor, origin, and place in the chain.
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign, Id } from '../../design/inline.tsx';
import { ErrorNote, Note, Skeleton } from '../../design/states.tsx';
import { exactTime } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Actor, type Entry } from './actor.tsx';
import { detailOf } from './entry_detail.ts';
import { useEntry } from './entry_finder.ts';
import { OutcomeWord } from './outcome.tsx';

// Translates the service's codes into words.
function text(field: string, value: unknown): string {
  const words = t().auditLog;
  if (value === null) return words.nothing;
  if (typeof value !== 'string') {
    const json = JSON.stringify(value);
    return words.values[json] ?? json;
  }
  if (field === 'action') return words.actions[value] ?? value;
  if (field === 'objectType') return words.objects[value] ?? value;
  return words.values[value] ?? value;
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const words = t().auditLog;
  const { changes, others } = detailOf(entry.detail);
  return (
    <>
      {changes.length > 0 && (
        <section class="stack">
          <h3>{words.changes}</h3>
          <table class="changes">
            <thead>
              <tr>
                <th scope="col">{words.changedField}</th>
                <th scope="col">{words.old}</th>
                <th scope="col">{words.next}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, from, to }) => (
                <tr>
                  <th scope="row">{words.fields[field] ?? field}</th>
                  <td>
                    <del>
                      <Foreign>{text(field, from)}</Foreign>
                    </del>
                  </td>
                  <td>
                    <ins>
                      <Foreign>{text(field, to)}</Foreign>
                    </ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {others.length > 0 && (
        <section class="stack">
          <h3>{words.details}</h3>
          <dl class="facts">
            {others.map(([name, value]) => (
              <Fact label={words.fields[name] ?? name}>
                <Foreign>{text(name, value)}</Foreign>
              </Fact>
            ))}
          </dl>
        </section>
      )}
      {changes.length + others.length === 0 && <p class="second">{words.noDetails}</p>}
    </>
  );
}

function Whole({ entry }: { entry: Entry }) {
  const words = t().auditLog;
  return (
    <>
      <dl class="facts">
        <Fact label={words.what}>
          <span class="strong">{words.actions[entry.action] ?? entry.action}</span>{' '}
          <code class="small second">{entry.action}</code>
        </Fact>
        <Fact label={words.outcome}>
          <OutcomeWord outcome={entry.outcome} />
        </Fact>
        <Fact label={words.time}>{exactTime(entry.createdAt)}</Fact>
        <Fact label={words.who}>
          <Actor entry={entry} />
          {entry.actor.email && (
            <span class="small second">
              {' '}
              <Foreign>{entry.actor.email}</Foreign>
            </span>
          )}
        </Fact>
        {entry.actorRole && <Fact label={words.role}>{words.values[entry.actorRole] ?? entry.actorRole}</Fact>}
        {entry.authMethod && <Fact label={words.way}>{words.ways[entry.authMethod] ?? entry.authMethod}</Fact>}
        <Fact label={words.on}>
          {words.objects[entry.objectType] ?? entry.objectType} <Id value={entry.objectId} />
        </Fact>
        {entry.runId && (
          <Fact label={words.run}>
            <Link href={`/runs/${entry.runId}`}>{entry.runId}</Link>
          </Fact>
        )}
      </dl>
      <Changes entry={entry} />
      <dl class="facts">
        {entry.ip && <Fact label={words.address}>{entry.ip}</Fact>}
        {entry.userAgent && (
          <Fact label={words.agent}>
            <Foreign>{entry.userAgent}</Foreign>
          </Fact>
        )}
        {entry.requestId && (
          <Fact label={words.request}>
            <Id value={entry.requestId} />
          </Fact>
        )}
        <Fact label={words.hash}>
          <Id value={entry.hash} whole />
        </Fact>
        <Fact label={words.previous}>
          <Id value={entry.previousHash} whole />
        </Fact>
      </dl>
    </>
  );
}

// `older`, `newer`: the sequence numbers of its neighbours in the list.
export function EntryDialog({
  sequence,
  known,
  broken,
  older,
  newer,
  onGo,
  onClose,
}: {
  sequence: number;
  known: Entry | undefined;
  broken: string | null;
  older: number | undefined;
  newer: number | undefined;
  onGo: (sequence: number) => void;
  onClose: () => void;
}) {
  const words = t().auditLog;
  const found = useEntry(sequence, known);
  const step = (to: number | undefined, word: string) => (
    <Button disabled={to === undefined} onClick={() => to !== undefined && onGo(to)}>
      {word}
    </Button>
  );
  return (
    <Dialog
      side
      title={words.entry(sequence)}
      onClose={onClose}
      footer={
        <>
          {step(newer, words.newer)}
          {step(older, words.older)}
        </>
      }>
      {broken !== null && (
        <Note tone="missing" title={words.brokenHere}>
          {broken}.
        </Note>
      )}
      {found.phase === 'searching' && (
        <>
          <p class="second">{words.searching}</p>
          <Skeleton lines={6} />
        </>
      )}
      {found.phase === 'gone' && <Note tone="missing">{words.gone(sequence)}</Note>}
      {found.phase === 'failed' && <ErrorNote error={found.error} />}
      {found.phase === 'there' && <Whole entry={found.entry} />}
    </Dialog>
  );
}
