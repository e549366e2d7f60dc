// SPDX-License-Identifier: Apache-2.0
// One webhook: what it is told of, whether that works, and what may be done with it.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { patch, post, remove } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { PersonName } from '../../design/person.tsx';
import { Note, NotYet } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';
import { useGuardedWrite } from '../write.tsx';
import { Deliveries } from './deliveries.tsx';
import { SecretDialog } from './secret_dialog.tsx';
import { guard, type Loaded, PATH, pathOf, wanted, WebhookState } from './webhook.tsx';
import { ChangeWebhook } from './webhook_form.tsx';

type Asked = 'delete' | 'rotate' | 'change';

function Acts({ loaded }: { loaded: Loaded }) {
  const words = t().webhooks;
  const { webhook, reload } = loaded;
  const write = useGuardedWrite(guard(loaded));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    write.forget();
    setAsked(null);
  };
  const turn = (enabled: boolean) =>
    write.run(async () => {
      await patch(PATH, { ...pathOf(loaded), body: { enabled } });
      toast(enabled ? words.enabled : words.nowDisabled);
      reload();
    });
  const rotate = () =>
    write.run(async () => {
      const made = await post('/api/admin/webhooks/{webhookId}/rotate-secret', { ...pathOf(loaded), body: {} });
      setAsked(null);
      setSecret(made.secret);
      reload();
    });
  const drop = () =>
    write.run(async () => {
      await remove(PATH, pathOf(loaded));
      toast(words.deleted);
      navigate('/admin/webhooks', { replace: true });
    });
  const again = {
    write,
    onClose: close,
    onLoad: () => {
      close();
      reload();
    },
  };
  return (
    <>
      <div class="acts">
        <Button onClick={() => setAsked('change')}>{words.change}</Button>
        <Button busy={write.busy && asked === null} onClick={() => turn(!webhook.enabled)}>
          {webhook.enabled ? words.disable : words.enable}
        </Button>
        <Button onClick={() => setAsked('rotate')}>{words.rotate}</Button>
        <Button look="danger" onClick={() => setAsked('delete')}>
          {words.delete}
        </Button>
      </div>
      {asked === null && <FormNote write={write} />}
      {asked === 'change' && <ChangeWebhook loaded={loaded} onClose={close} />}
      {asked === 'rotate' && (
        <Confirm title={words.rotateTitle} act={words.rotate} onAct={rotate} {...again}>
          {words.rotateWhy}
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm danger title={words.deleteTitle} act={words.delete} onAct={drop} {...again}>
          {words.deleteWhy}
        </Confirm>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

export default function WebhookPage({ params }: ViewProps) {
  const words = t().webhooks;
  const path = { webhookId: params.webhookId ?? '' };
  const read = useResource(PATH, { path });
  const test = useWrite();
  const [sent, setSent] = useState(0);
  const webhook = read.data;
  if (!webhook) return <NotYet of={read} />;
  const loaded = { webhook, etag: read.etag, reload: read.reload };
  const sendTest = () =>
    test.run(async () => {
      await post('/api/admin/webhooks/{webhookId}/test', { path, body: {} });
      toast(words.tested);
      setSent(sent + 1);
    });
  return (
    <>
      <PageHead
        title={webhook.url}
        summary={webhook.description || '\u00a0'}
        acts={
          <Button look="primary" busy={test.busy} disabled={!webhook.enabled} onClick={sendTest}>
            {words.test}
          </Button>
        }
      />
      <FormNote write={test} />
      {webhook.disabledReason && <Note tone="partial">{words.disabledWhy[webhook.disabledReason]}</Note>}
      <Card title={words.state}>
        <div class="form">
          <dl class="facts">
            <div>
              <dt>{words.state}</dt>
              <dd>
                <WebhookState webhook={webhook} />
              </dd>
            </div>
            {webhook.failingSince && (
              <div>
                <dt>{words.failingSince}</dt>
                <dd>
                  <Time at={webhook.failingSince} />
                </dd>
              </div>
            )}
            <div>
              <dt>{words.wants}</dt>
              <dd>{wanted(webhook)}</dd>
            </div>
            {webhook.previousSecretUntil && Date.parse(webhook.previousSecretUntil) > Date.now() && (
              <div>
                <dt>{words.bothUntil}</dt>
                <dd>
                  <Time at={webhook.previousSecretUntil} />
                </dd>
              </div>
            )}
            <div>
              <dt>{words.added}</dt>
              <dd>
                <Time at={webhook.createdAt} /> · <PersonName of={webhook.createdBy} />
              </dd>
            </div>
          </dl>
          <Acts loaded={loaded} />
        </div>
      </Card>
      <Deliveries key={sent} webhook={webhook} onTried={read.reload} />
    </>
  );
}
