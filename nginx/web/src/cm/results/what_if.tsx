// SPDX-License-Identifier: Apache-2.0
// Shows the statuses under other thresholds: two sliders, the counts, and the list of changes. The service
// computes them; no record changes.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { StatusShares } from '../../design/measures.tsx';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { fraction, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import type { Thresholds } from './queue.ts';

const STEP = 0.01;
const SETTLES = 120; // ms after the last movement
const SHOWN = 200; // changes in the list; the counts cover all

function Slider({
  label,
  value,
  was,
  onValue,
}: {
  label: string;
  value: number;
  was: number;
  onValue: (value: number) => void;
}) {
  const id = useId();
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <span class="number strong">
        {fraction(value)}
        {value !== was && (
          <span class="second">
            {' '}
            ({t().whatIf.was} {fraction(was)})
          </span>
        )}
      </span>
      <input
        id={id}
        type="range"
        min={STEP}
        max={1}
        step={STEP}
        value={value}
        aria-valuetext={fraction(value)}
        onInput={(event) => onValue(Number(event.currentTarget.value))}
      />
    </div>
  );
}

function Outcome({ result, onOpen }: { result: Schemas['WhatIf']; onOpen: (requirementId: string) => void }) {
  const words = t().whatIf;
  const { changes } = result;
  return (
    <>
      <div class="facts">
        <h3>{words.now}</h3>
        <StatusShares counts={result.from.counts} legend />
        <h3>{words.then}</h3>
        <StatusShares counts={result.counts} legend />
      </div>
      <section>
        <div role="status">
          <h3>{words.changes(changes.length)}</h3>
        </div>
        <ul class="finding-list">
          {changes.slice(0, SHOWN).map((one) => (
            <li key={one.assessmentId}>
              <button type="button" class="bare wrap" onClick={() => onOpen(one.requirementId)}>
                <span class="grow">
                  <span class="strong">{one.requirementId}</span>{' '}
                  <span class="small second clip-2">
                    <Foreign>{one.title}</Foreign>
                  </span>
                </span>
                <span class="small number">{fraction(one.confidence)}</span>
                <span class="moves small">
                  <Status status={one.from} />
                  <span aria-hidden="true">→</span>
                  <span class="visually-hidden">{words.to}</span>
                  <Status status={one.to} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {changes.length > SHOWN && <p class="small second">{words.more(number(changes.length - SHOWN))}</p>}
      </section>
    </>
  );
}

export function WhatIfSheet({
  runId,
  thresholds,
  onOpen,
  onClose,
}: {
  runId: string;
  thresholds: Thresholds;
  onOpen: (requirementId: string) => void;
  onClose: () => void;
}) {
  const words = t().whatIf;
  const [wanted, setWanted] = useState<Thresholds>(thresholds);
  const [asked, setAsked] = useState<Thresholds>(thresholds);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), SETTLES);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, slow, reload } = useResource('/api/runs/{runId}/what-if', { path: { runId }, query: asked });
  const last = useRef(data);
  if (data) last.current = data; // the previous answer stays until the next arrives
  const shown = data ?? last.current;
  const changed = wanted.partial !== thresholds.partial || wanted.complete !== thresholds.complete;
  return (
    <Dialog
      title={words.title}
      side
      onClose={onClose}
      footer={
        <>
          <Button disabled={!changed} onClick={() => setWanted(thresholds)}>
            {words.reset}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t().shell.close}
          </Button>
        </>
      }>
      <p class="second">{words.why}</p>
      <Slider
        label={words.complete}
        value={wanted.complete}
        was={thresholds.complete}
        onValue={(complete) => setWanted({ complete, partial: Math.min(wanted.partial, complete) })}
      />
      <Slider
        label={words.partial}
        value={wanted.partial}
        was={thresholds.partial}
        onValue={(partial) => setWanted({ partial, complete: Math.max(wanted.complete, partial) })}
      />
      {error && <ErrorNote error={error} onRetry={reload} />}
      {shown ? <Outcome result={shown} onOpen={onOpen} /> : slow && <Skeleton lines={5} />}
    </Dialog>
  );
}
