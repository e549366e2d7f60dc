// SPDX-License-Identifier: Apache-2.0
// Creates an API token and shows its value once: the service keeps no copy.
import { useId, useState } from 'preact/hooks';
import { post } from '../../api/client.ts';
import { currentUser, may, type Role } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button, Select, TextField } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { announce } from '../../design/messages.ts';
import { Note } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';

const ROLES: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN'];
const DAYS = ['30', '90', '365', 'never'] as const;

function Made({ value, onClose }: { value: string; onClose: () => void }) {
  const words = t().settings.tokens;
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    announce(t().shell.copied);
  };
  return (
    <Dialog
      title={words.madeTitle}
      lasting
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{copied ? t().shell.copied : words.copy}</Button>
          <Button look="primary" onClick={onClose}>
            {words.keptIt}
          </Button>
        </>
      }>
      <Note tone="partial">{words.shownOnce}</Note>
      <div class="field">
        <label for={id}>{words.value}</label>
        <input id={id} class="mono" readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <div>
        <p class="small second">{words.howToUse}</p>
        <p class="mono small wrap">Authorization: Bearer assay_…</p>
      </div>
    </Dialog>
  );
}

export function NewTokenDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const words = t();
  const its = words.settings.tokens;
  const user = currentUser();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const [value, setValue] = useState<string | null>(null);
  const write = useWrite();
  const { busy, error } = write;

  const make = () =>
    write.run(async () => {
      const { token } = await post('/api/tokens', {
        body: { name: name.trim(), role, ...(days === 'never' ? {} : { expiresInDays: Number(days) }) },
      });
      onMade();
      setValue(token.value ?? '');
    });
  if (value !== null) return <Made value={value} onClose={onClose} />;
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
      <Select
        label={its.lasts}
        value={days}
        onValue={setDays}
        error={error?.issueOf('expiresInDays')}
        choices={DAYS.map((one) => ({ value: one, label: one === 'never' ? its.noEnd : its.days(Number(one)) }))}
      />
      <FormNote write={write} />
    </FormDialog>
  );
}
