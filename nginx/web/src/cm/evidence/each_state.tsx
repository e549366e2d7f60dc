// SPDX-License-Identifier: Apache-2.0
// How far an action on many documents is, and for which it failed and why.
import { Progress } from '../../design/measures.tsx';
import { Note } from '../../design/states.tsx';
import type { useEach } from './each.ts';

export function EachState({
  each: { done, failed },
  label,
  total,
}: {
  each: ReturnType<typeof useEach>;
  label: string;
  total: number;
}) {
  return (
    <>
      {done !== null && <Progress label={label} value={done} total={total} />}
      {failed.length > 0 && (
        <div role="alert" class="stack">
          {failed.map(({ row, why }) => (
            <Note tone="missing" title={row.originalFilename} key={row.id}>
              {why}
            </Note>
          ))}
        </div>
      )}
    </>
  );
}
