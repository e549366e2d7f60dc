// SPDX-License-Identifier: Apache-2.0
// The names of the tenant's packs, by their ids.
import { useResource } from '../api/resource.ts';
import { t } from '../strings/words.ts';

// Returns a lookup of pack names. A run may belong to a pack that is no longer bound.
export function usePackNames(): (packId: string | undefined) => string | undefined {
  const { data } = useResource('/api/packs', {});
  return (packId) =>
    data === undefined || packId === undefined
      ? undefined
      : (data.packs.find(({ id }) => id === packId)?.name ?? t().runs.otherPack);
}

export const usePackName = (packId: string | undefined): string | undefined => usePackNames()(packId);
