// SPDX-License-Identifier: Apache-2.0
// One tenant: its name, its contents, and the action to act for it.
import { useState } from 'preact/hooks';
import { patch, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { actingTenant, currentUser } from '../../api/session.ts';
import { Card } from '../../design/card.tsx';
import { Button, TextField } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Id, Time } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { ErrorNote, NotYet } from '../../design/states.tsx';
import { switchTo } from '../../shell/acting_tenant.ts';
import type { ViewProps } from '../../shell/route.ts';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { useGuardedWrite, WriteNote } from '../write.tsx';
import { Leaving } from './leaving.tsx';

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);

function Holdings({ tenantId }: { tenantId: string }) {
  const words = t().tenants;
  const overview = useResource('/api/overview', { query: { tenantId } });
  const people = useResource('/api/admin/users', { query: { tenantId, limit: 1 } });
  const packs = useResource('/api/admin/bindings', { query: { tenantId, limit: 200 } });
  const error = overview.error ?? people.error ?? packs.error;
  const counts: [string, number | undefined][] = [
    [words.people, people.data?.total],
    [words.documents, overview.data && sum(overview.data.documents)],
    [words.failedDocuments, overview.data?.documents.FAILED],
    [words.runs, overview.data && sum(overview.data.runs)],
    [words.openTasks, overview.data && (overview.data.tasks.PENDING ?? 0) + (overview.data.tasks.IN_PROGRESS ?? 0)],
    [words.packs, packs.data?.bindings.length],
  ];
  return (
    <Card title={words.holds}>
      {error ? (
        <ErrorNote
          error={error}
          onRetry={() => {
            overview.reload();
            people.reload();
            packs.reload();
          }}
        />
      ) : (
        <dl class="facts">
          {counts.map(([label, count]) => (
            <div>
              <dt>{label}</dt>
              <dd>{count === undefined ? '\u00a0' : number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Rename({ tenant, etag, reload }: { tenant: Schemas['Tenant']; etag: string | null; reload: () => void }) {
  const words = t();
  const query = { tenantId: tenant.id };
  const write = useGuardedWrite({ path: `/api/admin/tenants/${tenant.id}`, query, etag });
  const [name, setName] = useState(tenant.name);
  const save = () =>
    write.run(async () => {
      await patch('/api/admin/tenants/{tenantId}', {
        path: { tenantId: tenant.id },
        query,
        ...(etag ? { ifMatch: etag } : {}),
        body: { name: name.trim() },
      });
      toast(words.tenants.saved);
      reload();
    });
  return (
    <Card title={words.tenants.name}>
      <Form class="form" busy={write.busy} onSubmit={save}>
        <TextField
          label={words.tenants.name}
          hint={words.tenants.nameHint}
          required
          maxLength={200}
          dir="auto"
          value={name}
          onValue={setName}
          error={write.error?.issueOf('name')}
        />
        <WriteNote write={write} onLoad={reload} />
        <div class="acts">
          <Button type="submit" look="primary" busy={write.busy} disabled={name.trim() === '' || name === tenant.name}>
            {words.tenants.rename}
          </Button>
        </div>
        <dl class="facts">
          <div>
            <dt>{words.tenants.id}</dt>
            <dd>
              <Id value={tenant.id} whole />
            </dd>
          </div>
          <div>
            <dt>{words.tenants.since}</dt>
            <dd>
              <Time at={tenant.createdAt} />
            </dd>
          </div>
        </dl>
      </Form>
    </Card>
  );
}

export default function TenantPage({ params }: ViewProps) {
  const words = t().tenants;
  const tenantId = params.tenantId ?? '';
  const read = useResource('/api/admin/tenants/{tenantId}', { path: { tenantId }, query: { tenantId } });
  const tenant = read.data;
  if (!tenant) return <NotYet of={read} role="SUPER_ADMIN" />;
  const current = tenant.id === (actingTenant.value?.id ?? currentUser().tenantId);
  return (
    <>
      <PageHead
        title={tenant.name}
        summary={current ? words.currentLong : words.otherLong}
        acts={
          !current && (
            <Button look="primary" onClick={() => switchTo('/admin', tenant)}>
              {words.act}
            </Button>
          )
        }
      />
      <div class="panels">
        <Rename key={read.etag} tenant={tenant} etag={read.etag} reload={read.reload} />
        <Holdings tenantId={tenant.id} />
        <Leaving tenant={tenant} />
      </div>
    </>
  );
}
