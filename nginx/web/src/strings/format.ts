// SPDX-License-Identifier: Apache-2.0
// Formats numbers, sizes and times in the current language.
import { locale } from './words.ts';

// Creating an Intl formatter costs more than the rest of a table row, so there is one per language.
function once<F>(make: (locale: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const of = locale();
    let found = made.get(of);
    if (found === undefined) made.set(of, (found = make(of)));
    return found;
  };
}
const numbers = (options?: Intl.NumberFormatOptions) => once((of) => new Intl.NumberFormat(of, options));
const times = (options: Intl.DateTimeFormatOptions) => once((of) => new Intl.DateTimeFormat(of, options));

const whole = numbers();
export const number = (value: number): string => whole().format(value);

// A confidence or score, always with two decimals.
const twoDigits = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const fraction = (value: number): string => twoDigits().format(value);

const percents = numbers({ style: 'percent', maximumFractionDigits: 0 });
export const percent = (value: number): string => percents().format(value);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const SIZES = UNITS.map((unit, step) =>
  [0, 1].map((digits) =>
    numbers({ style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: digits }),
  ),
);

export function bytes(value: number): string {
  let step = 0;
  let left = value;
  while (left >= 1000 && step < UNITS.length - 1) {
    left /= 1000;
    step += 1;
  }
  return SIZES[step]?.[left < 10 && step > 0 ? 1 : 0]?.().format(left) ?? '';
}

const tenths = numbers({ maximumFractionDigits: 1 });

// A duration: 48 ms, 1.8 s, 3 min 12 s, 2 h 5 min. The symbols are the same in every language.
export function duration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)}\u00a0ms`;
  if (Math.round(ms / 100) < 600) return `${tenths().format(ms / 1000)}\u00a0s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  return `${number(Math.floor(minutes / 60))}\u00a0h ${minutes % 60}\u00a0min`;
}

const relatives = once((of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }));
const days = times({ day: 'numeric', month: 'short', year: 'numeric' });

// Relative within a day, absolute beyond.
export function moment(iso: string, now = Date.now()): string {
  const then = new Date(iso);
  const seconds = Math.round((then.getTime() - now) / 1000);
  const relative = relatives();
  if (Math.abs(seconds) < 60) return relative.format(0, 'second');
  if (Math.abs(seconds) < 3600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.trunc(seconds / 3600), 'hour');
  return days().format(then);
}

// A short date and time, to distinguish several on one day.
const dayAndMinute = times({ dateStyle: 'medium', timeStyle: 'short' });
export const dayAndTime = (iso: string): string => dayAndMinute().format(new Date(iso));

// A day without a time, such as a due date, from YYYY-MM-DD.
const datesOnly = times({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
export const day = (date: string): string => datesOnly().format(new Date(date));

const inFull = times({ dateStyle: 'full', timeStyle: 'long' });
export const fullTime = (iso: string): string => inFull().format(new Date(iso));

// Date and time to the second, where the order matters.
const exact = times({ dateStyle: 'medium', timeStyle: 'medium' });
export const exactTime = (iso: string): string => exact().format(new Date(iso));

// Time without the date, for lists whose entries are close together.
const ofTheDay = times({ timeStyle: 'medium' });
export const timeOfDay = (iso: string): string => ofTheDay().format(new Date(iso));
