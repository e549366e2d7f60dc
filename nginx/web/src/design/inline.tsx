// SPDX-License-Identifier: Apache-2.0
// Small inline parts: times, ids, foreign names, file types.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Check, Copy } from 'lucide-preact';
import { announce } from './messages.ts';
import { fullTime, moment } from '../strings/format.ts';
import { t } from '../strings/words.ts';

const passing = signal(0); // keeps relative times current in an idle view
setInterval(() => {
  if (!document.hidden) passing.value += 1;
}, 30_000);

// Relative within a day, absolute beyond; in full on hover.
export function Time({ at }: { at: string | null }) {
  void passing.value;
  if (at === null) return null;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {moment(at)}
    </time>
  );
}

// An identifier: shortened unless `whole`; a click copies all of it.
export function Id({ value, whole = false }: { value: string; whole?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    announce(t().shell.copied);
    setTimeout(() => setCopied(false), 1500);
  };
  const short = whole || value.length <= 12 ? value : `${value.slice(0, 4)}…${value.slice(-4)}`;
  return (
    <button
      type="button"
      class={whole ? 'id' : 'id short'}
      title={value}
      aria-label={t().shell.copy(short === value ? value : `${value} (${short})`)}
      onClick={() => void copy()}>
      {short}
      {copied ? <Check size={12} aria-hidden="true" /> : <Copy size={12} aria-hidden="true" />}
    </button>
  );
}

// Bidirectional control characters: "\u202Efdp.exe" would look like another file.
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

// Replaces characters that would reorder the text with a visible mark. Offsets do not change.
export const shownText = (text: string): string => text.replace(TURNS, '\ufffd');

// Text from outside (names, evidence), isolated so that its direction does not affect the text around it.
export const Foreign = ({ children }: { children: string }) => <bdi dir="auto">{shownText(children)}</bdi>;

export const FileType = ({ type }: { type: string }) => (
  <span class="file-type" aria-hidden="true">
    {type.toUpperCase().slice(0, 5)}
  </span>
);
