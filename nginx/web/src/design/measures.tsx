// SPDX-License-Identifier: Apache-2.0
// Bars: confidence (one hue, never a status colour), progress, the stages of a document, and the shares of
// the four statuses.
import { fraction, number } from '../strings/format.ts';
import { t } from '../strings/words.ts';
import { State, Status, type Tone, type Verdict } from './glyph.tsx';

const width = (part: number, whole = 1) => ({
  width: `${whole > 0 ? Math.max(0, Math.min(1, part / whole)) * 100 : 0}%`,
});

// The confidence bar with the ticks of the thresholds and the number. `bare`: only the bar and the number.
export function Confidence({
  value,
  thresholds,
  bare,
}: {
  value: number;
  thresholds?: { partial: number; complete: number };
  bare?: boolean;
}) {
  const words = t().confidence;
  return (
    <div class="confidence">
      {!bare && (
        <div class="confidence-head">
          <span class="strong">
            {words.label} {fraction(value)}
          </span>
          {thresholds && (
            <span class="second">{words.from(fraction(thresholds.partial), fraction(thresholds.complete))}</span>
          )}
        </div>
      )}
      <div class="track" aria-hidden="true">
        <div class="fill" style={width(value)} />
        {thresholds &&
          [thresholds.partial, thresholds.complete].map((at) => <div class="mark" style={{ left: `${at * 100}%` }} />)}
      </div>
      {bare && (
        <span class="number">
          <span class="visually-hidden">{words.label} </span>
          {fraction(value)}
        </span>
      )}
    </div>
  );
}

// A null `value` means unknown progress.
export function Progress({
  label,
  value,
  total = 1,
  detail,
}: {
  label: string;
  value: number | null;
  total?: number;
  detail?: string;
}) {
  return (
    <div class="progress">
      <div class="progress-head">
        <span>{label}</span>
        {detail !== undefined && <span class="second">{detail}</span>}
      </div>
      <div
        class="track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        {...(value === null ? {} : { 'aria-valuenow': value })}>
        <div
          class={value === null ? 'fill unknown' : 'fill'}
          style={value === null ? undefined : width(value, total)}
        />
      </div>
    </div>
  );
}

// `done` of `all` stages are complete; `part` is the share of the current one; `broken`: it failed.
export function StageBar({
  done,
  all,
  part = 0,
  broken = false,
  label,
}: {
  done: number;
  all: number;
  part?: number;
  broken?: boolean;
  label: string;
}) {
  return (
    <div class="stages" role="img" aria-label={label}>
      {Array.from({ length: all }, (_, stage) => (
        <div class={stage < done ? 'done' : stage === done && broken ? 'broken' : undefined}>
          {stage === done && !broken && part > 0 && <div class="fill" style={width(part)} />}
        </div>
      ))}
    </div>
  );
}

const ORDER: readonly [Verdict, Tone][] = [
  ['COMPLETE', 'complete'],
  ['PARTIAL', 'partial'],
  ['MISSING', 'missing'],
  ['FAILED', 'failed'],
];

export type Counts = Readonly<Record<Verdict, number>>;

// The shares in words, for screen readers.
export function sharesInWords(counts: Counts, rest = 0): string {
  const words = ORDER.map(([status]) => `${number(counts[status])} ${t().status[status]}`);
  return (rest > 0 ? [...words, `${number(rest)} ${t().status.none}`] : words).join(', ');
}

// The counts of each status as one bar; `rest` have none yet. `legend` adds the numbers with glyph and word.
export function StatusShares({
  counts,
  rest = 0,
  legend = false,
}: {
  counts: Counts;
  rest?: number;
  legend?: boolean;
}) {
  const present = ORDER.filter(([status]) => counts[status] > 0);
  const label = sharesInWords(counts, rest);
  return (
    <div class="shares">
      <div class="shares-bar" role="img" aria-label={label}>
        {present.map(([status, tone]) => (
          <div class={tone} style={{ flexGrow: counts[status] }} />
        ))}
        {rest > 0 && <div style={{ flexGrow: rest }} />}
      </div>
      {legend && (
        <ul class="legend">
          {ORDER.map(([status]) => (
            <li>
              <span class="number">{number(counts[status])}</span> <Status status={status} />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <span class="number">{number(rest)}</span>{' '}
              <State shape="ring" tone="quiet">
                {t().status.none}
              </State>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
