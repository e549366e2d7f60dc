// SPDX-License-Identifier: Apache-2.0
// Chooses the pack of a view: the one in the address, else the one judged last, else the tenant's default.
// The select appears only if there are several.
import type { Schemas } from '../../api/client.ts';
import { type Resource, useResource } from '../../api/resource.ts';
import { shownText } from '../../design/inline.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { useQuery } from '../../shell/query.ts';
import { t } from '../../strings/words.ts';

export type Pack = Schemas['Pack'];

const RECENT = 20; // runs considered; the newest may belong to a pack that is no longer bound

interface PackChoice {
  packs: readonly Pack[];
  chosen: Pack | undefined;
  asked: string | null; // the pack id for requests; null is the default pack
  known: boolean; // whether `asked` is settled
  slow: boolean; // `asked` is not settled, and has taken long enough to show a skeleton
  loaded: Resource<{ packs: Pack[] }>;
}

export function usePackChoice(): PackChoice {
  const query = useQuery();
  const loaded = useResource('/api/packs', { query: { limit: 200 } });
  const packs = loaded.data?.packs ?? [];
  const named = query.get('pack') || null;
  const several = named === null && packs.length > 1;
  const last = useResource(several ? '/api/runs' : null, { query: { status: 'COMPLETED', limit: RECENT } });
  const wanted = named ?? last.data?.runs.find(({ packId }) => packs.some(({ id }) => id === packId))?.packId;
  const settled =
    named !== null || (loaded.data !== undefined && (!several || last.data !== undefined || last.error !== undefined));
  const chosen = settled || loaded.error ? (packs.find(({ id }) => id === wanted) ?? packs[0]) : undefined;
  // A pack that is no longer bound is not requested.
  return {
    packs,
    chosen,
    asked: chosen ? chosen.id : named,
    known: settled || loaded.error !== undefined,
    slow: !settled && (loaded.slow || last.slow),
    loaded,
  };
}

export function PackSelect({ choice }: { choice: PackChoice }) {
  const query = useQuery();
  if (choice.packs.length < 2) return null;
  return (
    <select
      class="filter-select"
      aria-label={t().packChoice.choose}
      value={choice.chosen?.id}
      onChange={(event) => query.set({ pack: event.currentTarget.value })}>
      {choice.packs.map((pack) => (
        <option key={pack.id} value={pack.id}>
          {shownText(`${pack.name} ${pack.version}`)}
        </option>
      ))}
    </select>
  );
}

// Explains why there is no pack to show.
export function NoPack({ choice }: { choice: PackChoice }) {
  const words = t().packChoice;
  if (choice.loaded.error) return <ErrorNote error={choice.loaded.error} onRetry={choice.loaded.reload} />;
  if (choice.loaded.data && choice.packs.length === 0)
    return <Empty title={words.noneBound}>{words.noneBoundWhy}</Empty>;
  return null;
}
