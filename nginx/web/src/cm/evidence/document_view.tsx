// SPDX-License-Identifier: Apache-2.0
// One document: how it looks, at the place that the address names.
import { useResource } from '../../api/resource.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { useQuery } from '../../shell/query.ts';
import { DocumentViewer } from '../../viewer/document_viewer.tsx';
import { placeIn } from './document_place.ts';

export default function DocumentView({ params }: ViewProps) {
  const documentId = params.documentId ?? '';
  const document = useResource('/api/documents/{documentId}', { path: { documentId } });
  const query = useQuery();
  if (document.error && !document.data) return <Failed error={document.error} onRetry={document.reload} />;
  if (!document.data) return document.slow ? <Skeleton lines={8} /> : null;
  return (
    <>
      <PageHead title={document.data.originalFilename} />
      <div class="card document-pane"><DocumentViewer documentId={documentId} {...placeIn(query)} /></div>
    </>
  );
}
