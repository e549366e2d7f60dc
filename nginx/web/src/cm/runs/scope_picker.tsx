// SPDX-License-Identifier: Apache-2.0
// Chooses some of a pack's requirements: whole criteria with one tick, or single requirements. Renders a
// criterion's requirements once it is opened or during a search.
import { useMemo, useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { Foreign } from '../../design/inline.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

export type Requirement = Schemas['Requirement'];

interface Group {
  id: number;
  title: string;
  items: readonly Requirement[];
}

function groupsOf(requirements: readonly Requirement[]): readonly Group[] {
  const groups = new Map<number, { id: number; title: string; items: Requirement[] }>();
  for (const one of requirements) {
    const found = groups.get(one.criterionId);
    if (found) found.items.push(one);
    else groups.set(one.criterionId, { id: one.criterionId, title: one.criterionTitle, items: [one] });
  }
  return [...groups.values()];
}

function Tick({
  checked,
  some,
  label,
  onChange,
}: {
  checked: boolean;
  some?: boolean;
  label: string;
  onChange: (on: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      indeterminate={some === true && !checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function ScopePicker({
  requirements,
  chosen,
  onChosen,
}: {
  requirements: readonly Requirement[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  const words = t().runs;
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const groups = useMemo(() => {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    return groupsOf(
      requirements.filter((one) =>
        wanted.every((word) => `${one.requirementId} ${one.title} ${one.criterionTitle}`.toLowerCase().includes(word)),
      ),
    );
  }, [requirements, text]);
  const set = (items: readonly Requirement[], on: boolean) => {
    const next = new Set(chosen);
    for (const { requirementId } of items) {
      if (on) next.add(requirementId);
      else next.delete(requirementId);
    }
    onChosen(next);
  };
  const open = (id: number) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const searching = text.trim() !== '';
  return (
    <div class="scope">
      <input
        type="search"
        aria-label={words.findRequirement}
        placeholder={words.findRequirement}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <ul class="scope-list" aria-label={words.criteria} tabIndex={0}>
        {groups.length === 0 && <li class="second">{words.noRequirement}</li>}
        {groups.map((group) => {
          const ticked = group.items.filter(({ requirementId }) => chosen.has(requirementId)).length;
          const shown = searching ? groups.length <= 20 || opened.has(group.id) : opened.has(group.id);
          return (
            <li key={group.id}>
              <div class="scope-head">
                <Tick
                  label={group.title}
                  checked={ticked === group.items.length}
                  some={ticked > 0}
                  onChange={(on) => set(group.items, on)}
                />
                <button type="button" class="bare" aria-expanded={shown} onClick={() => open(group.id)}>
                  <span class="clip">
                    <Foreign>{group.title}</Foreign>
                  </span>{' '}
                  <span class="count second">{words.tickedOf(number(ticked), number(group.items.length))}</span>
                  {shown ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
                </button>
              </div>
              {shown && (
                <ul class="scope-items">
                  {group.items.map((one) => (
                    <li key={one.id}>
                      <label>
                        <input
                          type="checkbox"
                          checked={chosen.has(one.requirementId)}
                          onChange={(event) => set([one], event.currentTarget.checked)}
                        />
                        <span class="small">
                          <span class="strong">{one.requirementId}</span> <Foreign>{one.title}</Foreign>
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
