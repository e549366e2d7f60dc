// SPDX-License-Identifier: Apache-2.0
// useGuardedWrite: a write that is refused if somebody else changed the resource after it was read (its ETag
// differs). Distinguishes that conflict from an ordinary error.
import { useState } from 'preact/hooks';
import { address, ApiError, readIfChanged } from '../api/client.ts';
import { useWrite, type Write } from '../api/write.ts';
import { Button } from '../design/controls.tsx';
import { FormNote } from '../design/form.tsx';
import { Glyph } from '../design/glyph.tsx';
import { t } from './words.ts';

interface GuardedWrite extends Write {
  changed: boolean; // by somebody else since it was read: nothing was written
}

// The ETag that the write sends in If-Match, and the path it was read from.
interface Guard {
  path: string;
  query?: object;
  etag: string | null;
}

export function useGuardedWrite(guard: Guard): GuardedWrite {
  const write = useWrite();
  const [changed, setChanged] = useState(false);
  return {
    ...write,
    changed,
    run: (work) =>
      write.run(async () => {
        setChanged(false);
        try {
          await work();
        } catch (error) {
          if (error instanceof ApiError) setChanged(await isOlder(error, guard));
          throw error;
        }
      }),
    forget: () => {
      setChanged(false);
      write.forget();
    },
  };
}

// A 409 has many reasons; it is a conflict if the resource has changed since it was read.
async function isOlder(error: ApiError, { path, query, etag }: Guard): Promise<boolean> {
  if ((error.status !== 409 && error.status !== 412) || !etag) return false;
  try {
    return (await readIfChanged(address(path, { query }), etag, new AbortController().signal)) !== null;
  } catch {
    return false; // report the error of the write alone
  }
}

// Explains why the last attempt failed, if it did. `onLoad` loads the current state of a guarded resource.
export function WriteNote({ write, onLoad }: { write: Write & Partial<GuardedWrite>; onLoad?: () => void }) {
  const words = t().write;
  if (!write.changed || !onLoad) return <FormNote write={write} />;
  return (
    <div class="note partial" role="alert">
      <Glyph shape="half" tone="partial" size={16} />
      <div class="note-text">
        <p class="strong">{words.changed}</p>
        <p>{words.changedWhy}</p>
      </div>
      <Button
        small
        onClick={() => {
          write.forget();
          onLoad();
        }}>
        {words.load}
      </Button>
    </div>
  );
}
