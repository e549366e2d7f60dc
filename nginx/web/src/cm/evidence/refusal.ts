// SPDX-License-Identifier: Apache-2.0
// Explains in a sentence why a file was refused and what to do.
import { ApiError } from '../../api/transport.ts';
import { bytes } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

export function refusal(error: ApiError): string {
  const words = t().evidence.refused;
  const limit = error.details.limitBytes;
  if (error.status === 0) return words.unreachable;
  if (error.code === 'PAYLOAD_TOO_LARGE')
    return typeof limit === 'number' ? words.tooLarge(bytes(limit)) : words.tooLargeAnyhow;
  if (error.code === 'FORBIDDEN' || error.status === 403) return words.forbidden;
  if (error.status === 429 || error.status === 503) return words.busy;
  // Other messages of the service are meant for people: the kind of file, what is wrong with an archive.
  const sentence = error.message || words.other;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
