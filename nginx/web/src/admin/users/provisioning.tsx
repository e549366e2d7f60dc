// SPDX-License-Identifier: Apache-2.0
// What an identity provider needs to keep the tenant's users by SCIM: the address, a token, and how groups give roles.
import { useId, useState } from 'preact/hooks';
import { KeyRound } from 'lucide-preact';
import { post } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Button, TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { announce } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { MadeToken } from '../../shell/settings/made_token.tsx';
import { expiryOf, type TokenLife, TokenLifeSelect } from '../../shell/settings/token_life.tsx';
import { t } from '../words.ts';
import { TokenList, useTokens } from './user_tokens.tsx';

const LIVES: readonly TokenLife[] = ['90', '365', 'never'];

function NewToken({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const words = t().users.provisioning;
  const its = t().settings.tokens;
  const [name, setName] = useState('');
  const [life, setLife] = useState<TokenLife>('365');
  const [value, setValue] = useState<string | null>(null);
  const write = useWrite();
  const make = () =>
    write.run(async () => {
      const { token } = await post('/api/tokens', { body: { name: name.trim(), scope: 'SCIM', ...expiryOf(life) } });
      onMade();
      setValue(token.value ?? '');
    });
  if (value !== null) return <MadeToken value={value} onClose={onClose} />;
  return (
    <FormDialog title={words.newToken} act={its.make} busy={write.busy} onSubmit={make} onClose={onClose}>
      <p class="second">{words.tokenAbout}</p>
      <TextField
        label={its.name}
        hint={words.nameHint}
        required
        maxLength={100}
        value={name}
        onValue={setName}
        error={write.error?.issueOf('name')}
        autoFocus
      />
      <TokenLifeSelect lives={LIVES} value={life} onValue={setLife} />
      <FormNote write={write} />
    </FormDialog>
  );
}

function Address() {
  const words = t().users.provisioning;
  const id = useId();
  const address = `${window.location.origin}/api/scim/v2`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    announce(t().shell.copied);
  };
  return (
    <section class="part" aria-labelledby="scim-address">
      <h2 id="scim-address">{words.address}</h2>
      <div class="field">
        <label for={id}>{words.addressLabel}</label>
        <input id={id} class="mono" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <p>
        <Button small onClick={() => void copy()}>
          {words.copy}
        </Button>
      </p>
    </section>
  );
}

export default function Provisioning() {
  const words = t().users.provisioning;
  const read = useTokens();
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHead
        title={words.title}
        summary={words.about}
        acts={
          <Button look="primary" icon={<KeyRound size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
            {t().settings.tokens.make}
          </Button>
        }
      />
      {making && <NewToken onMade={read.reload} onClose={() => setMaking(false)} />}
      <Address />
      <TokenList
        of="provider"
        id="scim-tokens"
        title={words.tokens}
        none={words.noTokens}
        read={read}
        shows={(token) => token.scope === 'SCIM'}
      />
      <section class="part" aria-labelledby="scim-groups">
        <h2 id="scim-groups">{words.groups}</h2>
        <p class="second">{words.groupsAbout}</p>
      </section>
    </>
  );
}
