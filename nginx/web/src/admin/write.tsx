// SPDX-License-Identifier: Apache-2.0
// useWrite: a write by an administrator. Only one is under way at a time. Distinguishes an ordinary error
// from a conflict, where somebody else changed the resource after it was read (its ETag differs).
import { useRef, useState } from 'preact/hooks';
import { address, ApiError, readIfChanged } from '../api/client.ts';
import { Button } from '../design/controls.tsx';
import { ErrorNote } from '../design/states.tsx';
import { Glyph } from '../design/glyph.tsx';
import { t } from './words.ts';

export interface Write {
  busy: boolean;
  error: ApiError | undefined;
  changed: boolean; // by somebody else since it was read: nothing was written
  run(work: () => Promise<void>): void;
  forget: () => void; // clears the result of the last attempt
}

// `guard`: the ETag that the write sends in If-Match, and the path it was read from.
export function useWrite(guard?: { path: string; query?: object; etag: string | null }): Write {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError; changed: boolean }>({
    busy: false,
    changed: false,
  });
  const busy = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setState({ busy: true, changed: false });
    try {
      await work();
      setState({ busy: false, changed: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ busy: false, error, changed: await isOlder(error, guard) });
    } finally {
      busy.current = false;
    }
  };
  return {
    busy: state.busy,
    error: state.error,
    changed: state.changed,
    run: (work) => void run(work),
    forget: () => setState({ busy: false, changed: false }),
  };
}

// A 409 has many reasons; it is a conflict if the resource has changed since it was read.
async function isOlder(error: ApiError, guard: Parameters<typeof useWrite>[0]): Promise<boolean> {
  if (error.status !== 409 && error.status !== 412) return false;
  if (!guard?.etag) return false;
  try {
    return (
      (await readIfChanged(address(guard.path, { query: guard.query }), guard.etag, new AbortController().signal)) !==
      null
    );
  } catch {
    return false; // report the error of the write alone
  }
}

// Explains why the last attempt failed, if it did. `onLoad` loads the current state.
export function WriteNote({ write, onLoad }: { write: Write; onLoad?: () => void }) {
  const words = t().write;
  if (write.changed && onLoad) {
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
  // Errors of a field are shown at the field.
  return write.error && write.error.fields.length === 0 ? <ErrorNote error={write.error} /> : null;
}
