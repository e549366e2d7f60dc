// SPDX-License-Identifier: Apache-2.0
// usePageDrop: whether files are dragged over the page, and what was dropped.
import { useEffect, useState } from 'preact/hooks';
import { useLatest } from '../../design/latest.ts';
import { type Dropped, droppedFiles } from './dropped_files.ts';

// Dropping works on the whole page, so the listeners are on the window.
export function usePageDrop(onFiles: (dropped: Dropped) => void): boolean {
  const [over, setOver] = useState(false);
  const dropped = useLatest(onFiles);
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout>;
    const withFiles = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true && !document.querySelector('dialog[open]');
    const onOver = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      clearTimeout(leaving);
      setOver(true);
    };
    // Moving between elements also fires "leave"; the next "over" follows at once.
    const onLeave = () => {
      clearTimeout(leaving);
      leaving = setTimeout(() => setOver(false), 150);
    };
    const onDrop = (event: DragEvent) => {
      if (!withFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      clearTimeout(leaving);
      setOver(false);
      void droppedFiles(event.dataTransfer).then(dropped);
    };
    const on: [string, (event: DragEvent) => void][] = [
      ['dragenter', onOver],
      ['dragover', onOver],
      ['dragleave', onLeave],
      ['drop', onDrop],
    ];
    for (const [kind, listener] of on) addEventListener(kind, listener as EventListener);
    return () => {
      clearTimeout(leaving);
      for (const [kind, listener] of on) removeEventListener(kind, listener as EventListener);
    };
  }, [dropped]);
  return over;
}
