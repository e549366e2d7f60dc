// SPDX-License-Identifier: Apache-2.0
// Which pack a view is about: the one in the address, else the tenant's default. A choice is shown only
// where there are several.
import type { Schemas } from '../../api/client.ts';
import { type Resource, useResource } from '../../api/resource.ts';
import { shownText } from '../../design/inline.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { useQuery } from '../../shell/query.ts';
import { t } from '../../strings/words.ts';

export type Pack = Schemas['Pack'];

export interface PackChoice {
  packs: readonly Pack[];
  chosen: Pack | undefined;
  asked: string | null; // the id to ask for what is of it, before the packs are known: null is the default
  loaded: Resource<{ packs: Pack[] }>;
}

export function usePackChoice(): PackChoice {
  const query = useQuery();
  const loaded = useResource('/api/packs', { query: { limit: 200 } });
  const packs = loaded.data?.packs ?? [];
  const named = query.get('pack') || null;
  const chosen = packs.find(({ id }) => id === named) ?? packs[0];
  // One that is not bound any more is not asked for; nor is the default asked for twice.
  return { packs, chosen, asked: named !== null && chosen ? chosen.id : named, loaded };
}

export function PackSelect({ choice }: { choice: PackChoice }) {
  const query = useQuery();
  if (choice.packs.length < 2) return null;
  return (
    <select class="filter-select" aria-label={t().packChoice.choose} value={choice.chosen?.id}
      onChange={(event) => query.set({ pack: event.currentTarget.value })}>
      {choice.packs.map((pack) => <option key={pack.id} value={pack.id}>{shownText(`${pack.name} ${pack.version}`)}</option>)}
    </select>
  );
}

// Where there is no pack to show, why.
export function NoPack({ choice }: { choice: PackChoice }) {
  const words = t().packChoice;
  if (choice.loaded.error) return <ErrorNote error={choice.loaded.error} onRetry={choice.loaded.reload} />;
  if (choice.loaded.data && choice.packs.length === 0) return <Empty title={words.noneBound}>{words.noneBoundWhy}</Empty>;
  return null;
}
