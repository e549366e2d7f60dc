// SPDX-License-Identifier: Apache-2.0
// Changes the person's own password. The service tells people who sign in another way that they have none.
import { useState } from 'preact/hooks';
import { post } from '../../api/client.ts';
import { currentUser } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button, TextField } from '../../design/controls.tsx';
import { Form, FormNote } from '../../design/form.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../../strings/words.ts';

const LEAST = 12;

export function PasswordCard() {
  const words = t().settings;
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [differ, setDiffer] = useState(false);
  const write = useWrite();
  const { busy, error } = write;

  const submit = () => {
    write.forget();
    setDiffer(fresh !== again);
    if (fresh !== again) return;
    write.run(async () => {
      await post('/api/auth/password', { body: { currentPassword: current, newPassword: fresh } });
      for (const clear of [setCurrent, setFresh, setAgain]) clear('');
      toast(words.passwordChanged);
    });
  };
  return (
    <section class="card panel">
      <h2>{words.password}</h2>
      <Form class="form" busy={busy} onSubmit={submit}>
        <input
          class="visually-hidden"
          type="text"
          autoComplete="username"
          tabIndex={-1}
          aria-hidden="true"
          readOnly
          value={currentUser().email}
        />
        <TextField
          label={words.currentPassword}
          type="password"
          required
          autoComplete="current-password"
          maxLength={1024}
          value={current}
          onValue={setCurrent}
          error={error?.issueOf('currentPassword') && words.wrongPassword}
        />
        <TextField
          label={words.newPassword}
          hint={words.newPasswordHint(LEAST)}
          type="password"
          required
          minLength={LEAST}
          maxLength={1024}
          autoComplete="new-password"
          value={fresh}
          onValue={setFresh}
          error={error?.issueOf('newPassword')}
        />
        <TextField
          label={words.repeatPassword}
          type="password"
          required
          autoComplete="new-password"
          maxLength={1024}
          value={again}
          onValue={setAgain}
          error={differ ? words.passwordsDiffer : undefined}
        />
        <FormNote write={write} />
        <p class="small second">{words.otherSessions}</p>
        <div>
          <Button type="submit" busy={busy}>
            {words.changePassword}
          </Button>
        </div>
      </Form>
    </section>
  );
}
