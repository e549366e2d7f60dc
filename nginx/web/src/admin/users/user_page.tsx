// SPDX-License-Identifier: Apache-2.0
// One person: name, role and access, their sign-ins and their API tokens.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { patch, remove, type Schemas } from '../../api/client.ts';
import { nameOfPerson } from '../../api/people.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, type Role, rolesUpTo } from '../../api/session.ts';
import { Card } from '../../design/card.tsx';
import { Button, Select, TextField } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Note, NotYet } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';
import { useWrite, WriteNote } from '../write.tsx';
import { PasswordField } from './password_field.tsx';
import { SignIns } from './sign_ins.tsx';
import { UserTokens } from './user_tokens.tsx';

type Account = Schemas['Account'];
type Loaded = { user: Account; etag: string | null; reload: () => void };

const PATH = '/api/admin/users/{userId}';
const guard = ({ user, etag }: Loaded) => ({ path: `/api/admin/users/${user.id}`, etag });
const pathOf = ({ user, etag }: Loaded) => ({ path: { userId: user.id }, ...(etag ? { ifMatch: etag } : {}) });

function NameAndRole({ loaded, locked }: { loaded: Loaded; locked: boolean }) {
  const words = t();
  const { user } = loaded;
  const own = user.id === currentUser().id;
  const write = useWrite(guard(loaded));
  const [displayName, setName] = useState(user.displayName);
  const [role, setRole] = useState<Role>(user.role);
  const save = () =>
    write.run(async () => {
      const body = {
        ...(displayName !== user.displayName ? { displayName: displayName.trim() } : {}),
        ...(role !== user.role ? { role } : {}),
      };
      await patch(PATH, { ...pathOf(loaded), body });
      toast(words.users.saved);
      loaded.reload();
    });
  const roles = locked ? [user.role] : rolesUpTo(currentUser().role);
  return (
    <Card title={words.users.nameAndRole}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}>
        <TextField
          label={words.users.name}
          required
          maxLength={200}
          dir="auto"
          value={displayName}
          onValue={setName}
          error={write.error?.issueOf('displayName')}
          disabled={locked}
        />
        <Select
          label={words.users.role}
          hint={own ? words.users.ownRole : words.users.roleHint[role]}
          value={role}
          onValue={setRole}
          disabled={own || locked}
          choices={roles.map((value) => ({ value, label: words.roles[value] }))}
          error={write.error?.issueOf('role')}
        />
        <WriteNote write={write} onLoad={loaded.reload} />
        <div class="acts">
          <Button
            type="submit"
            look="primary"
            busy={write.busy}
            disabled={locked || displayName.trim() === '' || (displayName === user.displayName && role === user.role)}>
            {words.write.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function NewPassword({ loaded, onClose }: { loaded: Loaded; onClose: () => void }) {
  const words = t();
  const write = useWrite(guard(loaded));
  const [password, setPassword] = useState('');
  const set = () =>
    write.run(async () => {
      await patch(PATH, { ...pathOf(loaded), body: { password } });
      onClose();
      toast(words.users.passwordSet);
      loaded.reload();
    });
  return (
    <Dialog
      title={words.users.resetPassword}
      onClose={onClose}
      onSubmit={set}
      footer={
        <>
          <Button onClick={onClose}>{words.shell.cancel}</Button>
          <Button type="submit" look="primary" busy={write.busy}>
            {words.users.setPassword}
          </Button>
        </>
      }>
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
    </Dialog>
  );
}

type Asked = 'disable' | 'enable' | 'delete' | 'password';

function Access({ loaded, locked }: { loaded: Loaded; locked: boolean }) {
  const words = t().users;
  const { user } = loaded;
  const own = user.id === currentUser().id;
  const write = useWrite(guard(loaded));
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

export default function UserPage({ params }: ViewProps) {
  const words = t().users;
  const read = useResource('/api/admin/users/{userId}', { path: { userId: params.userId ?? '' } });
  const user = read.data;
  if (!user) return <NotYet of={read} />;
  const above = !rolesUpTo(currentUser().role).includes(user.role);
  const locked = above || user.deletedAt !== null;
  const loaded = { user, etag: read.etag, reload: read.reload };
  return (
    <>
      <PageHead title={nameOfPerson(user)} summary={<Foreign>{user.email}</Foreign>} />
      {user.deletedAt && (
        <Note tone="partial">
          {words.wasDeleted} <Time at={user.deletedAt} />
        </Note>
      )}
      {above && <Note tone="accent">{words.above}</Note>}
      <div class="panels">
        <NameAndRole key={read.etag} loaded={loaded} locked={locked} />
        <Access loaded={loaded} locked={locked} />
      </div>
      <div class="stack">
        <UserTokens userId={user.id} />
        <SignIns userId={user.id} />
      </div>
    </>
  );
}
