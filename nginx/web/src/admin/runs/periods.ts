// SPDX-License-Identifier: Apache-2.0
// The periods that runs are looked for in, back from now.
export const PERIODS = ['all', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS: Record<Period, number> = { all: Infinity, day: 1, week: 7, month: 30 };

export const isRecent = (at: string, period: Period): boolean => Date.now() - Date.parse(at) <= DAYS[period] * 86_400_000;
