// SPDX-License-Identifier: Apache-2.0
// Resolves a run's identifiers to names: its pack and the pack's version.
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';

export interface Named {
  id: string;
  name: string;
}

// Every pack that the tenant may be judged by; empty until loaded.
export function usePacks(): readonly Schemas['AvailablePack'][] {
  return useResource('/api/admin/packs', {}).data?.packs ?? [];
}

export const nameOf = (named: readonly Named[], id: string | null): string | undefined =>
  named.find((one) => one.id === id)?.name;
