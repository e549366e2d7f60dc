// SPDX-License-Identifier: Apache-2.0
// Creates a tenant, with its first administrator if one is named.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { post } from '../../api/client.ts';
import { currentUser } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Switch, TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { PasswordField } from '../users/password_field.tsx';

export function NewTenant({ onClose }: { onClose: () => void }) {
  const words = t();
  const write = useWrite();
  const [name, setName] = useState('');
  const [withAdmin, setWithAdmin] = useState(true);
  const [email, setEmail] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState('');
  const issue = (field: string) => write.error?.issueOf(field) ?? write.error?.issueOf(`admin.${field}`);
  const add = () =>
    write.run(async () => {
      const admin = withAdmin ? { admin: { email: email.trim(), displayName: displayName.trim(), password } } : {};
      const { tenant } = await post('/api/admin/tenants', {
        query: { tenantId: currentUser().tenantId },
        body: { name: name.trim(), ...admin },
      });
      onClose();
      toast(words.tenants.added(tenant.name));
      navigate(`/admin/tenants/${tenant.id}`);
    });
  return (
    <FormDialog title={words.tenants.add} act={words.tenants.add} busy={write.busy} onSubmit={add} onClose={onClose}>
      <TextField
        label={words.tenants.name}
        hint={words.tenants.nameHint}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
        value={name}
        onValue={setName}
        error={write.error?.issueOf('name')}
      />
      <Switch
        label={words.tenants.withAdmin}
        hint={words.tenants.withAdminHint}
        on={withAdmin}
        onChange={setWithAdmin}
      />
      {withAdmin && (
        <>
          <TextField
            label={words.users.email}
            type="email"
            required
            maxLength={320}
            autoComplete="off"
            value={email}
            onValue={setEmail}
            error={issue('email')}
          />
          <TextField
            label={words.tenants.adminName}
            required
            maxLength={200}
            dir="auto"
            autoComplete="off"
            value={displayName}
            onValue={setDisplayName}
            error={issue('displayName')}
          />
          <PasswordField
            label={words.users.firstPassword}
            hint={words.users.passwordHint}
            value={password}
            onValue={setPassword}
            error={issue('password')}
          />
        </>
      )}
      <FormNote write={write} />
    </FormDialog>
  );
}
