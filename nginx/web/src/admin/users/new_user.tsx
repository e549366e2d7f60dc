// SPDX-License-Identifier: Apache-2.0
// Creates a user: address, name, role, and how they sign in.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { post } from '../../api/client.ts';
import { currentUser, type Role, rolesUpTo } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Select, TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { PasswordField } from './password_field.tsx';

export function NewUser({ onClose }: { onClose: () => void }) {
  const words = t();
  const write = useWrite();
  const [email, setEmail] = useState('');
  const [displayName, setName] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const [way, setWay] = useState<'password' | 'singleSignOn'>('password');
  const [password, setPassword] = useState('');
  const add = () =>
    write.run(async () => {
      const { user } = await post('/api/admin/users', {
        body: {
          email: email.trim(),
          displayName: displayName.trim(),
          role,
          ...(way === 'password' ? { password } : {}),
        },
      });
      onClose();
      toast(words.users.added(user.displayName));
      navigate(`/admin/users/${user.id}`);
    });
  return (
    <FormDialog title={words.users.add} act={words.users.add} busy={write.busy} onSubmit={add} onClose={onClose}>
      <TextField
        label={words.users.email}
        type="email"
        required
        maxLength={320}
        autoComplete="off"
        value={email}
        onValue={setEmail}
        error={write.error?.issueOf('email')}
      />
      <TextField
        label={words.users.name}
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        value={displayName}
        onValue={setName}
        error={write.error?.issueOf('displayName')}
      />
      <Select
        label={words.users.role}
        hint={words.users.roleHint[role]}
        value={role}
        onValue={setRole}
        error={write.error?.issueOf('role')}
        choices={rolesUpTo(currentUser().role).map((value) => ({ value, label: words.roles[value] }))}
      />
      <Select
        label={words.users.way}
        value={way}
        onValue={setWay}
        choices={[
          { value: 'password', label: words.users.password },
          { value: 'singleSignOn', label: words.users.singleSignOn },
        ]}
      />
      {way === 'password' && (
        <PasswordField
          label={words.users.firstPassword}
          hint={words.users.passwordHint}
          value={password}
          onValue={setPassword}
          error={write.error?.issueOf('password')}
        />
      )}
      <FormNote write={write} />
    </FormDialog>
  );
}
