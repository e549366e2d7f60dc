// SPDX-License-Identifier: Apache-2.0
// Creates an API token and shows its value once.
import { useState } from 'preact/hooks';
import { post } from '../../api/client.ts';
import { currentUser, may, type Role } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Select, TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { t } from '../../strings/words.ts';
import { MadeToken } from './made_token.tsx';
import { expiryOf, type TokenLife, TokenLifeSelect } from './token_life.tsx';

const ROLES: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN'];
const LIVES: readonly TokenLife[] = ['30', '90', '365', 'never'];

export function NewTokenDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const words = t();
  const its = words.settings.tokens;
  const user = currentUser();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const [life, setLife] = useState<TokenLife>('90');
  const [value, setValue] = useState<string | null>(null);
  const write = useWrite();
  const { busy, error } = write;

  const make = () =>
    write.run(async () => {
      const { token } = await post('/api/tokens', {
        body: { name: name.trim(), role, ...expiryOf(life) },
      });
      onMade();
      setValue(token.value ?? '');
    });
  if (value !== null) return <MadeToken value={value} onClose={onClose} />;
  return (
    <FormDialog title={its.newTitle} act={its.make} busy={busy} onSubmit={make} onClose={onClose}>
      <p class="second">{its.about}</p>
      <TextField
        label={its.name}
        hint={its.nameHint}
        required
        maxLength={100}
        value={name}
        onValue={setName}
        error={error?.issueOf('name')}
        autoFocus
      />
      <Select
        label={words.settings.role}
        hint={its.roleHint}
        value={role}
        onValue={setRole}
        error={error?.issueOf('role')}
        choices={ROLES.filter((one) => may(user, one)).map((one) => ({ value: one, label: words.roles[one] }))}
      />
      <TokenLifeSelect lives={LIVES} value={life} onValue={setLife} error={error?.issueOf('expiresInDays')} />
      <FormNote write={write} />
    </FormDialog>
  );
}
