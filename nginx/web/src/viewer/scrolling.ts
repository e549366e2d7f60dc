// SPDX-License-Identifier: Apache-2.0
// Moves what is in a scroller into sight, and nothing around the scroller.

export function bring(scroller: HTMLElement, element: HTMLElement): void {
  const frame = scroller.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  scroller.scrollTop += place.top - frame.top - frame.height / 3;
  if (place.left < frame.left || place.right > frame.right) scroller.scrollLeft += place.left - frame.left - 24;
}
