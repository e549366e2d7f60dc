// SPDX-License-Identifier: Apache-2.0
// The periods, back from now, by which runs are filtered.
export const PERIODS = ['all', 'day', 'week', 'month'] as const;
type Period = (typeof PERIODS)[number];

const DAYS = { day: 1, week: 7, month: 30 } as const;
const HOUR = 3_600_000; // ms

// The start of a period, rounded down to the hour so that the request's address stays the same for a while.
export const beginOf = (period: Period, now = Date.now()): string | null =>
  period === 'all' ? null : new Date(Math.floor(now / HOUR) * HOUR - DAYS[period] * 24 * HOUR).toISOString();
