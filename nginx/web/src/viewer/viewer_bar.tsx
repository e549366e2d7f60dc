// SPDX-License-Identifier: Apache-2.0
// The bar above a document: page, zoom, and the choice between original and extracted text.
import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../design/controls.tsx';
import { Form } from '../design/form.tsx';
import { Chips } from '../design/filters.tsx';
import { percent } from '../strings/format.ts';
import type { Unit } from '../strings/units.ts';
import { t } from '../strings/words.ts';
import type { Zoom } from './pdf_view.tsx';

export type Mode = 'original' | 'text';

const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

// A field for the page number; goes to the page on Enter or when the field loses the focus.
function PageField({
  unit,
  page,
  pages,
  onGo,
}: {
  unit: Unit;
  page: number;
  pages: number;
  onGo: (page: number) => void;
}) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const go = () => {
    const wanted = Math.round(Number(text));
    if (wanted >= 1 && wanted <= pages && wanted !== page) onGo(wanted);
    else setText(String(page));
  };
  return (
    <Form class="page-field" onSubmit={go}>
      <input
        inputMode="numeric"
        aria-label={t().units[unit].field}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={go}
      />
      <span class="second small">{t().viewer.of(pages)}</span>
    </Form>
  );
}

export function ViewerBar({
  unit,
  page,
  pages,
  label,
  onGo,
  zoom,
  onZoom,
  mode,
  modes,
  onMode,
}: {
  unit: Unit;
  page: number;
  pages: number;
  label: string | undefined; // what the document calls the page
  onGo: (page: number) => void;
  zoom: Zoom;
  onZoom: ((zoom: Zoom) => void) | null;
  mode: Mode;
  modes: readonly Mode[];
  onMode: (mode: Mode) => void;
}) {
  const words = t().viewer;
  const at = zoom === 'fit' ? 1 : zoom;
  const smaller = STEPS.findLast((one) => one < at);
  const larger = STEPS.find((one) => one > at);
  if (pages <= 1 && !onZoom && modes.length < 2) return null;
  return (
    <div class="viewer-bar" role="group" aria-label={words.controls}>
      {pages > 1 && (
        <>
          <IconButton label={t().units[unit].previous} disabled={page <= 1} onClick={() => onGo(page - 1)}>
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          {label !== undefined && label !== String(page) && <span class="small">{t().units.page.called(label)}</span>}
          <PageField unit={unit} page={page} pages={pages} onGo={onGo} />
          <IconButton label={t().units[unit].next} disabled={page >= pages} onClick={() => onGo(page + 1)}>
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
      <span class="grow" />
      {onZoom && (
        <>
          <IconButton label={words.smaller} disabled={smaller === undefined} onClick={() => onZoom(smaller ?? at)}>
            <Minus size={16} aria-hidden="true" />
          </IconButton>
          <Button
            small
            look="quiet"
            aria-label={zoom === 'fit' ? undefined : `${percent(zoom)}: ${words.fit}`}
            title={words.fit}
            onClick={() => onZoom('fit')}>
            {zoom === 'fit' ? words.fits : percent(zoom)}
          </Button>
          <IconButton label={words.larger} disabled={larger === undefined} onClick={() => onZoom(larger ?? at)}>
            <Plus size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {modes.length > 1 && (
        <Chips
          label={words.shownAs}
          value={mode}
          onValue={onMode}
          choices={modes.map((one) => ({ value: one, label: words.modes[one] }))}
        />
      )}
    </div>
  );
}
