// SPDX-License-Identifier: Apache-2.0
// The periods that runs are looked for in, back from now.
export const PERIODS = ['all', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS = { day: 1, week: 7, month: 30 } as const;
const HOUR = 3_600_000; // ms

// When a period began, to the hour: the address that it is asked for by stays the same for a while.
export const beginOf = (period: Period, now = Date.now()): string | null =>
  (period === 'all' ? null : new Date(Math.floor(now / HOUR) * HOUR - DAYS[period] * 24 * HOUR).toISOString());
