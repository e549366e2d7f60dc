// SPDX-License-Identifier: Apache-2.0
// The rows that a person has ticked, by their ids.
import { useState } from 'preact/hooks';

interface Picked {
  picked: ReadonlySet<string>;
  pick: (ids: readonly string[], on: boolean) => void;
  clear: () => void;
}

export function usePicked(): Picked {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  return {
    picked,
    pick: (ids, on) =>
      setPicked((before) =>
        on ? new Set([...before, ...ids]) : new Set([...before].filter((id) => !ids.includes(id))),
      ),
    clear: () => setPicked(new Set()),
  };
}
