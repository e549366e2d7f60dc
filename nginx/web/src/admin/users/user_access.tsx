// SPDX-License-Identifier: Apache-2.0
// Whether a person may sign in, and how: a new password, disabling, enabling, deleting.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { patch, remove } from '../../api/client.ts';
import { nameOfPerson } from '../../api/people.ts';
import { currentUser } from '../../api/session.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { State } from '../../design/glyph.tsx';
import { Id, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';
import { useGuardedWrite, WriteNote } from '../write.tsx';
import { guard, type Loaded, PATH, pathOf } from './account.ts';
import { PasswordField } from './password_field.tsx';

function NewPassword({ loaded, onClose }: { loaded: Loaded; onClose: () => void }) {
  const words = t();
  const write = useGuardedWrite(guard(loaded));
  const [password, setPassword] = useState('');
  const set = () =>
    write.run(async () => {
      await patch(PATH, { ...pathOf(loaded), body: { password } });
      onClose();
      toast(words.users.passwordSet);
      loaded.reload();
    });
  return (
    <FormDialog
      title={words.users.resetPassword}
      act={words.users.setPassword}
      busy={write.busy}
      onSubmit={set}
      onClose={onClose}>
      <p>{words.users.resetWhy}</p>
      <PasswordField
        label={words.users.newPassword}
        hint={words.users.passwordHint}
        value={password}
        onValue={setPassword}
        error={write.error?.issueOf('password')}
      />
      <WriteNote
        write={write}
        onLoad={() => {
          onClose();
          loaded.reload();
        }}
      />
    </FormDialog>
  );
}

type Asked = 'disable' | 'enable' | 'delete' | 'password';

export function UserAccess({ loaded, locked }: { loaded: Loaded; locked: boolean }) {
  const words = t().users;
  const { user } = loaded;
  const own = user.id === currentUser().id;
  const write = useGuardedWrite(guard(loaded));
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => {
    write.forget();
    setAsked(null);
  };
  const turn = (disabled: boolean) =>
    write.run(async () => {
      await patch(PATH, { ...pathOf(loaded), body: { disabled } });
      setAsked(null);
      toast(disabled ? words.nowDisabled : words.nowEnabled);
      loaded.reload();
    });
  const drop = () =>
    write.run(async () => {
      await remove(PATH, pathOf(loaded));
      toast(words.deleted);
      navigate('/admin/users', { replace: true });
    });
  const again = {
    write,
    onClose: close,
    onLoad: () => {
      close();
      loaded.reload();
    },
  };
  const name = nameOfPerson(user);
  return (
    <Card title={words.access}>
      <div class="form">
        <dl class="facts">
          <div>
            <dt>{words.state}</dt>
            <dd>
              {user.disabled ? (
                <State shape="stop" tone="quiet">
                  {words.disabled}
                </State>
              ) : (
                <State shape="tick" tone="complete">
                  {words.active}
                </State>
              )}
              {user.disabledAt && (
                <span class="second">
                  {' '}
                  · <Time at={user.disabledAt} />
                </span>
              )}
            </dd>
          </div>
          <div>
            <dt>{words.way}</dt>
            <dd>{user.hasPassword ? words.password : words.singleSignOn}</dd>
          </div>
          <div>
            <dt>{words.since}</dt>
            <dd>
              <Time at={user.createdAt} />
            </dd>
          </div>
          <div>
            <dt>{words.id}</dt>
            <dd>
              <Id value={user.id} />
            </dd>
          </div>
        </dl>
        {own ? (
          <p class="small second">{words.ownAccess}</p>
        ) : (
          !locked && (
            <div class="acts">
              <Button onClick={() => setAsked('password')}>{words.resetPassword}</Button>
              {user.disabled ? (
                <Button onClick={() => setAsked('enable')}>{words.enable}</Button>
              ) : (
                <Button onClick={() => setAsked('disable')}>{words.disable}</Button>
              )}
              <Button look="danger" onClick={() => setAsked('delete')}>
                {words.delete}
              </Button>
            </div>
          )
        )}
      </div>
      {asked === 'password' && <NewPassword loaded={loaded} onClose={close} />}
      {asked === 'disable' && (
        <Confirm {...again} danger title={words.disableTitle(name)} act={words.disable} onAct={() => turn(true)}>
          {words.disableWhy}
        </Confirm>
      )}
      {asked === 'enable' && (
        <Confirm {...again} title={words.enableTitle(name)} act={words.enable} onAct={() => turn(false)}>
          {words.enableWhy}
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm {...again} danger title={words.deleteTitle(name)} act={words.delete} onAct={drop}>
          {words.deleteWhy}
        </Confirm>
      )}
    </Card>
  );
}
