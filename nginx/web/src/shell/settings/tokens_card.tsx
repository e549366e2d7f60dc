// SPDX-License-Identifier: Apache-2.0
// API tokens: lists, creates and revokes them. An administrator sees all tokens of the organisation.
import { useState } from 'preact/hooks';
import { remove, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Card } from '../../design/card.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { ErrorNote, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import { NewTokenDialog } from './new_token_dialog.tsx';

type ApiToken = Schemas['ApiToken'];

function RevokeDialog({ token, onGone, onClose }: { token: ApiToken; onGone: () => void; onClose: () => void }) {
  const words = t().settings.tokens;
  const write = useWrite();
  const revoke = () =>
    write.run(async () => {
      await remove('/api/tokens/{tokenId}', { path: { tokenId: token.id } });
      toast(words.revoked(token.name));
      onGone();
    });
  return (
    <FormDialog
      title={words.revokeTitle}
      act={words.revoke}
      busy={write.busy}
      danger
      onSubmit={revoke}
      onClose={onClose}>
      <p>
        <span class="strong">
          <Foreign>{token.name}</Foreign>
        </span>
      </p>
      <p class="second">{words.revokeWhy}</p>
      <FormNote write={write} />
    </FormDialog>
  );
}

function TokenRow({ token, mine, onRevoke }: { token: ApiToken; mine: boolean; onRevoke: () => void }) {
  const words = t();
  const its = words.settings.tokens;
  const ended = token.expiresAt !== null && Date.parse(token.expiresAt) < Date.now();
  return (
    <li class="token">
      <div class="grow">
        <p class="strong">
          <Foreign>{token.name}</Foreign>
        </p>
        <p class="small second">
          {token.scope === 'SCIM' ? its.scim : words.roles[token.role]} ·{' '}
          {!mine && (
            <>
              <Foreign>{token.createdBy.email}</Foreign> ·{' '}
            </>
          )}
          {its.made} <Time at={token.createdAt} /> ·{' '}
          {token.lastUsedAt ? (
            <>
              {its.used} <Time at={token.lastUsedAt} />
            </>
          ) : (
            its.neverUsed
          )}
        </p>
        <p class="small">
          {ended ? (
            <State shape="stop" tone="quiet">
              {its.expired}
            </State>
          ) : token.expiresAt ? (
            <span class="second">
              {its.expires} <Time at={token.expiresAt} />
            </span>
          ) : (
            <span class="second">{its.neverExpires}</span>
          )}
        </p>
      </div>
      <Button small onClick={onRevoke} aria-label={its.revokeOne(token.name)}>
        {its.revoke}
      </Button>
    </li>
  );
}

export function TokensCard() {
  const words = t().settings.tokens;
  const user = currentUser();
  const list = useResource('/api/tokens', { query: { limit: 200 } });
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiToken | null>(null);
  const tokens = list.data?.tokens ?? [];
  return (
    <Card
      title={words.title}
      meta={may(user, 'ADMIN') ? words.ofAll : words.ofYou}
      acts={
        <Button small onClick={() => setMaking(true)}>
          {words.make}
        </Button>
      }
      flush>
      {list.error && (
        <div class="card-body">
          <ErrorNote error={list.error} onRetry={list.reload} />
        </div>
      )}
      {list.slow && !list.data && (
        <div class="card-body">
          <Skeleton lines={2} />
        </div>
      )}
      {list.data && tokens.length === 0 && <p class="card-body second">{words.none}</p>}
      <ul class="rows" aria-label={words.title}>
        {tokens.map((one) => (
          <TokenRow key={one.id} token={one} mine={one.createdBy.id === user.id} onRevoke={() => setEnding(one)} />
        ))}
      </ul>
      {making && <NewTokenDialog onMade={list.reload} onClose={() => setMaking(false)} />}
      {ending && (
        <RevokeDialog
          token={ending}
          onGone={() => {
            setEnding(null);
            list.reload();
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </Card>
  );
}
