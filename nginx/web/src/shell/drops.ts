// SPDX-License-Identifier: Apache-2.0
// A file let go over a view that takes none: the browser would open it in place of the page, and what
// one was doing there would be lost.

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

// Asked before the view's own listeners, which say otherwise where they take files.
export function startDrops(): void {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
