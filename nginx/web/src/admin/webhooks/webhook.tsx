// SPDX-License-Identifier: Apache-2.0
// The webhook that a page shows, how a change of it names its version, and its state in a word.
import type { Schemas } from '../../api/client.ts';
import { State } from '../../design/glyph.tsx';
import { t } from '../words.ts';

export type Webhook = Schemas['Webhook'];
export type EventType = NonNullable<Webhook['eventTypes']>[number];

export const EVENT_TYPES: readonly EventType[] = [
  'document.ready',
  'document.failed',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'task.changed',
  'review.made',
];

export interface Loaded {
  webhook: Webhook;
  etag: string | null;
  reload: () => void;
}

export const PATH = '/api/admin/webhooks/{webhookId}';
export const guard = ({ webhook, etag }: Loaded) => ({ path: `/api/admin/webhooks/${webhook.id}`, etag });
export const pathOf = ({ webhook, etag }: Loaded) => ({
  path: { webhookId: webhook.id },
  ...(etag ? { ifMatch: etag } : {}),
});

export const wanted = ({ eventTypes }: Webhook): string =>
  eventTypes === null ? t().webhooks.all : eventTypes.map((type) => t().webhooks.types[type]).join(', ');

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const words = t().webhooks;
  if (!webhook.enabled) {
    return (
      <State shape="stop" tone={webhook.disabledReason === 'BY_ADMINISTRATOR' ? 'quiet' : 'missing'}>
        {words.disabled}
      </State>
    );
  }
  return webhook.failingSince ? (
    <State shape="triangle" tone="failed">
      {words.failing}
    </State>
  ) : (
    <State shape="tick" tone="complete">
      {words.working}
    </State>
  );
}
