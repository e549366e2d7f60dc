// SPDX-License-Identifier: Apache-2.0
// A write of an administrator: under way once, its error beside it, and told apart from both, that
// somebody else changed the thing after it was read (its ETag is another by now).
import { useRef, useState } from 'preact/hooks';
import { address, ApiError, readIfChanged } from '../api/client.ts';
import { Button } from '../design/controls.tsx';
import { ErrorNote } from '../design/states.tsx';
import { Glyph } from '../design/glyph.tsx';
import { t } from './words.ts';

export interface Write {
  busy: boolean;
  error: ApiError | undefined;
  changed: boolean; // since it was read: nothing was written
  run(work: () => Promise<void>): void;
  forget(): void; // of the last try
}

// `guard`: what the write names in If-Match, and where that was read.
export function useWrite(guard?: { path: string; query?: object; etag: string | null }): Write {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError; changed: boolean }>({ busy: false, changed: false });
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
  return { busy: state.busy, error: state.error, changed: state.changed, run: (work) => void run(work), forget: () => setState({ busy: false, changed: false }) };
}

// A 409 has many reasons; it is this one where what was read is no longer what is there.
async function isOlder(error: ApiError, guard: Parameters<typeof useWrite>[0]): Promise<boolean> {
  if (error.status !== 409 && error.status !== 412) return false;
  if (!guard?.etag) return false;
  try {
    return (await readIfChanged(address(guard.path, { query: guard.query }), guard.etag, new AbortController().signal)) !== null;
  } catch {
    return false; // the error of the write is what there is to say
  }
}

// What came of the last try, if it failed. `onLoad` shows what is there now.
export function WriteNote({ write, onLoad }: { write: Write; onLoad?: () => void }) {
  const words = t().write;
  if (write.changed && onLoad) {
    return (
      <div class="note partial" role="alert">
        <Glyph shape="half" tone="partial" size={16} />
        <div class="note-text"><p class="strong">{words.changed}</p><p>{words.changedWhy}</p></div>
        <Button small onClick={() => { write.forget(); onLoad(); }}>{words.load}</Button>
      </div>
    );
  }
  // What is wrong with a field is said at the field.
  return write.error && write.error.fields.length === 0 ? <ErrorNote error={write.error} /> : null;
}
