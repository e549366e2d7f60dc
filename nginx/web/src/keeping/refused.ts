// SPDX-License-Identifier: Apache-2.0
// Explains why a document could not be deleted, erased or held: a legal hold, an archive that holds it, or another error.
import type { Schemas } from '../api/client.ts';
import type { ApiError } from '../api/transport.ts';
import { messageOf } from '../design/states.tsx';
import { t } from '../strings/words.ts';

export function refusedWhy(error: ApiError): string {
  const words = t().keeping.refused;
  const { legalHolds, archiveIds } = error.details as {
    legalHolds?: readonly Schemas['LegalHold'][];
    archiveIds?: readonly string[];
  };
  const hold = legalHolds?.[0];
  if (hold) return words.held(hold.reason);
  return archiveIds ? words.inArchive : messageOf(error);
}
