// SPDX-License-Identifier: Apache-2.0
// Signing in: a page if nobody is signed in, a dialog over the view if the session has expired.
import { useEffect, useState } from 'preact/hooks';
import { session, signIn, signOut } from '../api/session.ts';
import { singleSignOnAddress, takeReason } from '../api/single_sign_on.ts';
import { ApiError, isRecord } from '../api/transport.ts';
import { useWrite } from '../api/write.ts';
import { Button, Select, TextField } from '../design/controls.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Form, FormError } from '../design/form.tsx';
import { messageOf } from '../design/states.tsx';
import { t } from '../strings/words.ts';
import { Brand } from './brand.tsx';

interface Tenant {
  id: string;
  name: string;
}

const isTenant = (one: unknown): one is Tenant =>
  isRecord(one) && typeof one.id === 'string' && typeof one.name === 'string';

function tenantsOf(error: ApiError): readonly Tenant[] {
  const { tenants } = error.details;
  return Array.isArray(tenants) ? tenants.filter(isTenant) : [];
}

// `email`: the address of the person who was signed in, if known. `reason`: why the sign-in failed.
function Credentials({ email: known = '', reason = '' }: { email?: string; reason?: string }) {
  const words = t().signIn;
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [tenants, setTenants] = useState<readonly Tenant[]>([]);
  const [tenantId, setTenantId] = useState('');
  const [before, setBefore] = useState(reason); // said until something is submitted here
  const { busy, error, run } = useWrite();
  const [elsewhere, setElsewhere] = useState<string | null>(null);

  useEffect(() => {
    // If this fails, the form remains.
    singleSignOnAddress().then(setElsewhere, () => undefined);
  }, []);

  const submit = () =>
    run(async () => {
      setBefore('');
      try {
        await signIn(email, password, tenantId || undefined);
      } catch (failure) {
        const choice = failure instanceof ApiError ? tenantsOf(failure) : [];
        setTenants(choice);
        setTenantId(choice[0]?.id ?? '');
        throw failure;
      }
    });
  const message = !error ? before : tenants.length > 0 ? words.chooseOrganisation : messageOf(error);

  return (
    <>
      <Form class="sign-in-form" busy={busy} onSubmit={submit}>
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
          autoFocus={!known}
        />
        <TextField
          label={words.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
          autoFocus={Boolean(known)}
        />
        {tenants.length > 0 && (
          <Select
            label={words.organisation}
            value={tenantId}
            onValue={setTenantId}
            choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <FormError>{message}</FormError>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? words.busy : words.submit}
        </Button>
      </Form>
      {elsewhere && (
        <>
          <p class="or second">
            <span>{words.or}</span>
          </p>
          <a class="button plain" href={elsewhere}>
            <span>{words.singleSignOn}</span>
          </a>
        </>
      )}
    </>
  );
}

export function SignInPage() {
  const words = t().signIn;
  const [reason] = useState(() => {
    const code = takeReason();
    return code === null ? '' : (words.reasons[code] ?? words.otherReason);
  });
  useEffect(() => {
    document.title = `${words.title} · ${t().product}`;
  }, [words]);
  return (
    <main class="sign-in-page">
      <div class="card sign-in">
        <Brand />
        <h1>{words.title}</h1>
        <Credentials reason={reason} />
      </div>
    </main>
  );
}

// Shown over the view, which stays as it is; waiting requests continue afterwards.
export function SignInAgain() {
  const words = t().signIn;
  const state = session.value;
  if (state.phase !== 'expired') return null;
  return (
    <Dialog title={words.again} lasting onClose={() => undefined}>
      <p class="second sign-in-why">{words.expired}</p>
      <Credentials email={state.user.email} />
      <div class="sign-in-out">
        <Button
          look="quiet"
          small
          onClick={() =>
            void signOut().catch(() => {
              session.value = { phase: 'out' };
            })
          }>
          {words.out}
        </Button>
      </div>
    </Dialog>
  );
}
