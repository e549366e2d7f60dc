// SPDX-License-Identifier: Apache-2.0
// Unprompted messages: polite announcements for screen readers, and toasts.
import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
  act?: { label: string; run: () => void };
}

export const announced = signal('');
export const toasts = signal<readonly Toast[]>([]);

let count = 0;

export function announce(text: string): void {
  announced.value = announced.value === text ? `${text}\u00a0` : text; // makes a repeated text be announced again
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

// Shows a toast that disappears by itself; one with an action (undo) stays longer.
export function toast(text: string, act?: Toast['act']): void {
  const id = (count += 1);
  toasts.value = [...toasts.value.slice(-2), act ? { id, text, act } : { id, text }];
  announce(text);
  setTimeout(() => dismiss(id), act ? 10_000 : 5_000);
}
