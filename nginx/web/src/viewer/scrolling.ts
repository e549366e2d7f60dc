// SPDX-License-Identifier: Apache-2.0
// Scrolls an element of a scroller into sight without moving anything around the scroller.

export function bring(scroller: HTMLElement, element: HTMLElement): void {
  const frame = scroller.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  scroller.scrollTop += place.top - frame.top - frame.height / 3;
  if (place.left < frame.left || place.right > frame.right) scroller.scrollLeft += place.left - frame.left - 24;
}
