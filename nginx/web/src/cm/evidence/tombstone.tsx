// SPDX-License-Identifier: Apache-2.0
// Stands where a document was that has been erased; otherwise says that there is no such document.
import type { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { Card } from '../../design/card.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Failed, NotYet } from '../../design/states.tsx';
import { ErasureRecord } from '../../keeping/erasure_record.tsx';
import { t } from '../../strings/words.ts';

// `missing`: why the document could not be read. `tenantId`: whose it was, if that is known. Only administrators may read
// erasures.
export function Tombstone({
  documentId,
  tenantId,
  missing,
}: {
  documentId: string;
  tenantId: string | undefined;
  missing: ApiError | null;
}) {
  const words = t().keeping.erased;
  const mayRead = may(currentUser(), 'ADMIN');
  const list = useResource(mayRead ? '/api/admin/erasures' : null, { query: { documentId, tenantId, limit: 1 } });
  const erasure = list.data?.erasures[0];
  // Another tenant's: the list refuses it as the document does.
  const absent = !mayRead || list.error?.status === 404 || (list.data && !erasure);
  if (missing && absent) return <Failed error={missing} onRetry={list.reload} />;
  if (!erasure) return <NotYet of={list} />;
  return (
    <>
      <PageHead title={erasure.originalFilename} summary={words.summary} />
      <Card title={words.about}>
        <ErasureRecord erasureId={erasure.id} />
      </Card>
    </>
  );
}
