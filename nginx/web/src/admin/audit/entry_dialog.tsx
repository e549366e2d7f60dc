// SPDX-License-Identifier: Apache-2.0
// One entry of the audit log in full: old and new values, actor, origin, and place in the chain.
import { Link } from 'wouter-preact';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign, Id } from '../../design/inline.tsx';
import { ErrorNote, Note, Skeleton } from '../../design/states.tsx';
import { exactTime } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Actor, type Entry } from './actor.tsx';
import { EntryChanges, FactLine } from './entry_changes.tsx';
import { useEntry } from './entry_finder.ts';
import { OutcomeWord } from './outcome.tsx';

function Whole({ entry }: { entry: Entry }) {
  const words = t().auditLog;
  return (
    <>
      <dl class="facts">
        <FactLine label={words.what}>
          <span class="strong">{words.actions[entry.action] ?? entry.action}</span>{' '}
          <code class="small second">{entry.action}</code>
        </FactLine>
        <FactLine label={words.outcome}>
          <OutcomeWord outcome={entry.outcome} />
        </FactLine>
        <FactLine label={words.time}>{exactTime(entry.createdAt)}</FactLine>
        <FactLine label={words.who}>
          <Actor entry={entry} />
          {entry.actor.email && (
            <span class="small second">
              {' '}
              <Foreign>{entry.actor.email}</Foreign>
            </span>
          )}
        </FactLine>
        {entry.actorRole && <FactLine label={words.role}>{words.values[entry.actorRole] ?? entry.actorRole}</FactLine>}
        {entry.authMethod && <FactLine label={words.way}>{words.ways[entry.authMethod] ?? entry.authMethod}</FactLine>}
        <FactLine label={words.on}>
          {words.objects[entry.objectType] ?? entry.objectType} <Id value={entry.objectId} />
        </FactLine>
        {entry.runId && (
          <FactLine label={words.run}>
            <Link href={`/runs/${entry.runId}`}>{entry.runId}</Link>
          </FactLine>
        )}
      </dl>
      <EntryChanges entry={entry} />
      <dl class="facts">
        {entry.ip && <FactLine label={words.address}>{entry.ip}</FactLine>}
        {entry.userAgent && (
          <FactLine label={words.agent}>
            <Foreign>{entry.userAgent}</Foreign>
          </FactLine>
        )}
        {entry.requestId && (
          <FactLine label={words.request}>
            <Id value={entry.requestId} />
          </FactLine>
        )}
        <FactLine label={words.hash}>
          <Id value={entry.hash} whole />
        </FactLine>
        <FactLine label={words.previous}>
          <Id value={entry.previousHash} whole />
        </FactLine>
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
