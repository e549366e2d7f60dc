// SPDX-License-Identifier: Apache-2.0
// Numbers, sizes and times in the language spoken.
import { locale } from './words.ts';

export const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

// A confidence or score: two digits, always.
export const fraction = (value: number): string =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

export const percent = (value: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(value);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function bytes(value: number): string {
  let step = 0;
  let left = value;
  while (left >= 1000 && step < UNITS.length - 1) {
    left /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: left < 10 && step > 0 ? 1 : 0 }).format(left);
}

// How long something took: 48 ms, 1.8 s, 3 min 12 s, 2 h 5 min.
export function duration(ms: number): string {
  const unit = (value: number, name: string, digits = 0) => new Intl.NumberFormat(locale(),
    { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits }).format(value);
  if (Math.round(ms) < 1000) return unit(Math.round(ms), 'millisecond');
  if (Math.round(ms / 100) < 600) return unit(ms / 1000, 'second', 1);
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${unit(Math.floor(seconds / 60), 'minute')} ${unit(seconds % 60, 'second')}`;
  const minutes = Math.round(seconds / 60);
  return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
}

// Relative within a day, absolute after.
export function moment(iso: string, now = Date.now()): string {
  const then = new Date(iso);
  const seconds = Math.round((then.getTime() - now) / 1000);
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  if (Math.abs(seconds) < 60) return relative.format(0, 'second');
  if (Math.abs(seconds) < 3600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.trunc(seconds / 3600), 'hour');
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' }).format(then);
}

// Date and time in short, where several of a day are told apart.
export const dayAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

// A day without a time, as of a due date: YYYY-MM-DD.
export const day = (date: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));

export const fullTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));

// To the second: where the order of things matters.
export const exactTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

// Without the day, for lists whose entries are close together.
export const timeOfDay = (iso: string): string => new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(iso));
