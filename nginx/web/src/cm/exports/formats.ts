// SPDX-License-Identifier: Apache-2.0
// The seven export formats, those for people first.
import type { Schemas } from '../../api/client.ts';

export type Export = Schemas['Export'];
export type Format = Schemas['ExportFormat'];

export const FORMATS = ['pdf', 'html', 'xlsx', 'csv', 'package', 'oscal', 'json'] as const satisfies readonly Format[];

export const moves = ({ status }: Export): boolean => status === 'QUEUED' || status === 'IN_PROGRESS';

// The name of the saved file if the service gives none.
export const fileName = ({ format, runId }: Export): string =>
  `assay-${runId}.${format === 'oscal' || format === 'package' ? 'zip' : format}`;
