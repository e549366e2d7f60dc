// SPDX-License-Identifier: Apache-2.0
// Shows whether the chain of the audit log is intact and, if not, the first broken entry.
import { useState } from 'preact/hooks';
import { type ApiError, get, type Schemas } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { announce } from '../../design/messages.ts';
import { ErrorNote, Note } from '../../design/states.tsx';
import { t } from '../words.ts';

export type Verdict = Schemas['AuditVerdict'];

export function useVerification() {
  const [verdict, setVerdict] = useState<Verdict>();
  const { busy, error, run } = useWrite();
  const start = () =>
    run(async () => {
      const found = await get('/api/admin/audit-logs/verify', {});
      setVerdict(found);
      const words = t().auditLog;
      announce(
        found.verified
          ? words.verified
          : found.firstBroken?.sequence
            ? words.broken(found.firstBroken.sequence)
            : words.brokenCheckpoint,
      );
    });
  return { verdict: error ? undefined : verdict, error, busy, start };
}

export function ChainVerdict({
  verdict,
  error,
  onRetry,
  onShow,
}: {
  verdict: Verdict | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  onShow: (sequence: number) => void;
}) {
  const words = t().auditLog;
  if (error) return <ErrorNote error={error} onRetry={onRetry} />;
  if (!verdict) return null;
  const { firstBroken: broken, checkpoints } = verdict;
  if (!broken) {
    return (
      <Note tone="complete" title={words.verified}>
        {words.verifiedWhy(verdict.entries)}{' '}
        {words.checkpoints(checkpoints.checked, checkpoints.signatures === 'VERIFIED')}
      </Note>
    );
  }
  return (
    <div class="note missing" role="alert">
      <Glyph shape="triangle" tone="missing" size={16} />
      <div class="note-text">
        <p>
          <span class="strong">{broken.sequence > 0 ? words.broken(broken.sequence) : words.brokenCheckpoint}:</span>{' '}
          {broken.reason}.
        </p>
        <p class="small second">{words.brokenWhy(verdict.entries)}</p>
      </div>
      {broken.sequence > 0 && (
        <Button small onClick={() => onShow(broken.sequence)}>
          {words.showEntry(broken.sequence)}
        </Button>
      )}
    </div>
  );
}
