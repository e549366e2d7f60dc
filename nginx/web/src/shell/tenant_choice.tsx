// SPDX-License-Identifier: Apache-2.0
// Chooses a tenant to act for, by name. Loads the list only when opened, because viewing it is audited.
import { useState } from 'preact/hooks';
import { useRouter } from 'wouter-preact';
import { Check } from 'lucide-preact';
import { useList } from '../api/list.ts';
import { actingTenant, currentUser } from '../api/session.ts';
import { Button, TextField } from '../design/controls.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Foreign } from '../design/inline.tsx';
import { ErrorNote, Skeleton } from '../design/states.tsx';
import { t } from '../strings/words.ts';
import { switchTo } from './acting_tenant.ts';

export function TenantChoice({ onClose }: { onClose: () => void }) {
  const words = t().shell;
  const { base } = useRouter();
  const own = currentUser();
  const [wanted, setWanted] = useState('');
  const list = useList('/api/admin/tenants', 'tenants', { query: { tenantId: own.tenantId } });
  const current = actingTenant.value?.id ?? own.tenantId;
  const names = list.items
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Dialog title={words.chooseTenant} onClose={onClose}>
      <p class="second">{words.actingWhy}</p>
      <TextField label={words.findTenant} type="search" autoComplete="off" value={wanted} onValue={setWanted} />
      {list.error ? (
        <ErrorNote error={list.error} onRetry={list.reload} />
      ) : list.total === undefined ? (
        list.slow && <Skeleton lines={3} />
      ) : names.length === 0 ? (
        <p class="second">{words.noTenant}</p>
      ) : (
        <ul class="choices">
          {names.map((tenant) => (
            <li key={tenant.id}>
              <button
                type="button"
                aria-current={tenant.id === current || undefined}
                onClick={() => {
                  onClose();
                  switchTo(base, tenant);
                }}>
                <span class="menu-icon">{tenant.id === current && <Check size={16} aria-hidden="true" />}</span>
                <span class="grow">
                  <Foreign>{tenant.name}</Foreign>
                </span>
                {tenant.id === own.tenantId && <span class="small second">{words.ownTenant}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.total !== undefined && !list.ended && <Button onClick={list.more}>{words.moreTenants}</Button>}
    </Dialog>
  );
}
