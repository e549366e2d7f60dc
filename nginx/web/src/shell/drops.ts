// SPDX-License-Identifier: Apache-2.0
// Ignores a file dropped on a view that takes none. The browser would otherwise open it in place of the
// page, and unsaved work would be lost.

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

// Runs before the view's own listeners, which override it if they take files.
export function startDrops(): void {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
