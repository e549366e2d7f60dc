// SPDX-License-Identifier: Apache-2.0
// Takes a file dropped anywhere on the page and hands it from the list of packs to the import.
import { useEffect, useRef, useState } from 'preact/hooks';

let waiting: File | null = null;

export function handOver(file: File): void {
  waiting = file;
}

// Returns the file that was handed over, once.
export function handedOver(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}

// Calls `onFile` with the first file of a drop. Returns true while a file is held over the page.
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    };
    addEventListener('dragover', hold);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
