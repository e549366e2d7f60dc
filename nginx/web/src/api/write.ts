// SPDX-License-Identifier: Apache-2.0
// useWrite: a write to the API, or anything else that a person starts and waits for. Only one is under way at a time.
import { useRef, useState } from 'preact/hooks';
import { ApiError } from './transport.ts';

export interface Write {
  busy: boolean;
  error: ApiError | undefined; // of the last attempt
  run: (work: () => Promise<void>) => void;
  forget: () => void; // clears the result of the last attempt
}

// `onError` is also told why an attempt failed, for views that show it elsewhere.
export function useWrite(onError?: (error: ApiError) => void): Write {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError }>({ busy: false });
  const busy = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setState({ busy: true });
    try {
      await work();
      setState({ busy: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ busy: false, error });
      onError?.(error);
    } finally {
      busy.current = false;
    }
  };
  return {
    busy: state.busy,
    error: state.error,
    run: (work) => void run(work),
    forget: () => setState({ busy: false }),
  };
}
