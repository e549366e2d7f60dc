// SPDX-License-Identifier: Apache-2.0
// What the person is told by e-mail: a switch for each kind, kept by the service as soon as it is turned.
import { useState } from 'preact/hooks';
import { put, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { actingTenant } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Switch } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { toast } from '../../design/messages.ts';
import { ErrorNote, Note, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';

const PATH = '/api/me/notifications';
const KINDS = ['taskAssigned', 'runEnded', 'weeklyDigest'] as const;

export function NotificationsCard() {
  const words = t().settings.notifications;
  // In another tenant, a person has no choices.
  const read = useResource(actingTenant.value ? null : PATH, {});
  const [saved, setSaved] = useState<Schemas['Notifications'] | null>(null);
  const write = useWrite();
  const choices = saved ?? read.data;
  if (actingTenant.value) return null;
  const choose = (kind: (typeof KINDS)[number], on: boolean) =>
    write.run(async () => {
      if (!choices) return;
      const { taskAssigned, runEnded, weeklyDigest } = choices;
      setSaved(await put(PATH, { body: { taskAssigned, runEnded, weeklyDigest, [kind]: on } }));
      toast(words.saved);
    });
  return (
    <section class="card panel">
      <h2>{words.title}</h2>
      {read.error && !choices && <ErrorNote error={read.error} onRetry={read.reload} />}
      {!choices && read.slow && <Skeleton lines={3} />}
      {choices && (
        <>
          {!choices.emailAvailable && <Note tone="partial">{words.unavailable}</Note>}
          {KINDS.map((kind) => (
            <Switch
              key={kind}
              label={words.kinds[kind]}
              hint={words.hints[kind]}
              on={choices[kind]}
              onChange={(on) => choose(kind, on)}
            />
          ))}
          <FormNote write={write} />
        </>
      )}
    </section>
  );
}
