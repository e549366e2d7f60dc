// SPDX-License-Identifier: Apache-2.0
// What to do when a tenant leaves: the commands that export and erase all of it, and the legal holds that forbid erasing.
import { useResource } from '../../api/resource.ts';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Foreign, Id } from '../../design/inline.tsx';
import { ErrorNote, Note } from '../../design/states.tsx';
import { t } from '../words.ts';

// One word of a shell's command.
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function Leaving({ tenant }: { tenant: Schemas['Tenant'] }) {
  const words = t().tenants.leaving;
  const holds = useResource('/api/admin/legal-holds', {
    query: { tenantId: tenant.id, released: false, limit: 1 },
  });
  const hold = holds.data?.legalHolds[0];
  return (
    <Card title={words.title}>
      <div class="stack">
        <p class="second">{words.about}</p>
        <section class="stack tight">
          <h3>{words.exporting}</h3>
          <p class="second">{words.exportWhat}</p>
          <p>
            <Id whole value={`sudo assayctl tenant export --tenant ${tenant.id} --to ${words.folder}`} />
          </p>
        </section>
        <section class="stack tight">
          <h3>{words.erasing}</h3>
          <p class="second">{words.eraseWhat}</p>
          <p>
            <Id whole value={`sudo assayctl tenant erase --tenant ${tenant.id} --confirm ${quoted(tenant.name)}`} />
          </p>
          {holds.error && <ErrorNote error={holds.error} onRetry={holds.reload} />}
          {hold && (
            <Note tone="partial" title={words.held}>
              <Foreign>{hold.reason}</Foreign>
            </Note>
          )}
        </section>
      </div>
    </Card>
  );
}
