// SPDX-License-Identifier: Apache-2.0
// One person: name, role and access, their sign-ins and their API tokens.
import { useState } from 'preact/hooks';
import { patch } from '../../api/client.ts';
import { nameOfPerson } from '../../api/people.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, type Role, rolesUpTo } from '../../api/session.ts';
import { Card } from '../../design/card.tsx';
import { Button, Select, TextField } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Note, NotYet } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { t } from '../words.ts';
import { useGuardedWrite, WriteNote } from '../write.tsx';
import { guard, type Loaded, PATH, pathOf } from './account.ts';
import { SignIns } from './sign_ins.tsx';
import { UserAccess } from './user_access.tsx';
import { UserTokens } from './user_tokens.tsx';

function NameAndRole({ loaded, locked }: { loaded: Loaded; locked: boolean }) {
  const words = t();
  const { user } = loaded;
  const own = user.id === currentUser().id;
  const write = useGuardedWrite(guard(loaded));
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
      <Form class="form" busy={write.busy} onSubmit={save}>
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
      </Form>
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
        <UserAccess loaded={loaded} locked={locked} />
      </div>
      <div class="stack">
        <UserTokens userId={user.id} />
        <SignIns userId={user.id} />
      </div>
    </>
  );
}
