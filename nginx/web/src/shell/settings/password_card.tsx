// SPDX-License-Identifier: Apache-2.0
// Changes the person's own password. The service tells people who sign in another way that they have none.
import { useState } from 'preact/hooks';
import { ApiError, post } from '../../api/client.ts';
import { currentUser } from '../../api/session.ts';
import { Button, TextField } from '../../design/controls.tsx';
import { toast } from '../../design/messages.ts';
import { ErrorNote } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';

const LEAST = 12;

export function PasswordCard() {
  const words = t().settings;
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [differ, setDiffer] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    setError(null);
    setDiffer(fresh !== again);
    if (fresh !== again) return;
    setBusy(true);
    try {
      await post('/api/auth/password', { body: { currentPassword: current, newPassword: fresh } });
      for (const clear of [setCurrent, setFresh, setAgain]) clear('');
      toast(words.passwordChanged);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
    }
    setBusy(false);
  };
  return (
    <section class="card panel">
      <h2>{words.password}</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}>
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
        {error && error.fields.length === 0 && <ErrorNote error={error} />}
        <p class="small second">{words.otherSessions}</p>
        <div>
          <Button type="submit" busy={busy}>
            {words.changePassword}
          </Button>
        </div>
      </form>
    </section>
  );
}
