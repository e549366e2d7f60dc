// SPDX-License-Identifier: Apache-2.0
// The newest entries of the audit log that name a run.
import { Link } from 'wouter-preact';
import type { Resource } from '../../api/resource.ts';
import type { Answer } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { exactTime, timeOfDay } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Actor } from '../audit/actor.tsx';

export function RunAudit({
  runId,
  entries,
}: {
  runId: string;
  entries: Resource<Answer<'/api/admin/audit-logs', 'get'>>;
}) {
  const words = t().adminRuns;
  return (
    <Card
      title={words.audit}
      meta={words.auditMeta}
      flush
      acts={
        <Link class="small" href={`/audit?run=${runId}`}>
          {words.auditAll}
        </Link>
      }>
      {entries.error && (
        <div class="card-body">
          <ErrorNote error={entries.error} onRetry={entries.reload} />
        </div>
      )}
      {!entries.data && entries.slow && (
        <div class="card-body">
          <Skeleton lines={4} />
        </div>
      )}
      {entries.data?.logs.length === 0 && <p class="card-body second">{words.auditNone}</p>}
      <ul class="lines">
        {entries.data?.logs.map((entry) => (
          <li key={entry.sequence}>
            <time class="small second" dateTime={entry.createdAt} title={exactTime(entry.createdAt)}>
              {timeOfDay(entry.createdAt)}
            </time>
            <Link
              class={`grow clip${entry.outcome === 'allow' ? '' : ' missing strong'}`}
              href={`/audit?run=${runId}&entry=${entry.sequence}`}>
              {t().auditLog.actions[entry.action] ?? entry.action}
              {entry.outcome !== 'allow' && ` · ${t().auditLog.outcomes[entry.outcome]}`}
            </Link>
            <span class="small second clip">
              <Actor entry={entry} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
