// SPDX-License-Identifier: Apache-2.0
// Search: the passages of the evidence nearest to the question, found as a run finds them, and
// requirements by their words. Each passage links to its place in the document.
import { Link } from 'wouter-preact';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { SearchField } from '../../design/filters.tsx';
import { FileType, Foreign } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote, Skeleton } from '../../design/states.tsx';
import { useQuery } from '../../shell/query.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';
import { documentPath } from '../evidence/document_place.ts';
import { FoundWords, stemsOf } from './found_words.tsx';
import { RequirementHits } from './requirement_hits.tsx';

const PASSAGES = 30;

// The best passage that shares a word with the question scores above 0.5. One that shares none scores half
// its semantic similarity, which is above this for any relevant passage.
const NEAR = 0.25;

const typeOf = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? '—';

function Passages({ q }: { q: string }) {
  const words = t().search;
  const found = useResource('/api/search', { query: { q, limit: PASSAGES } });
  const stems = stemsOf(q);
  if (found.error) return <ErrorNote error={found.error} onRetry={found.reload} />;
  if (!found.data) return found.slow ? <Skeleton lines={8} /> : null;
  const { results } = found.data;
  const far = results[0] !== undefined && results[0].score < NEAR;
  return (
    <Card flush title={words.passages} meta={results.length > 0 && !far ? words.best(results.length) : undefined}>
      {far && (
        <div class="card-body" role="status">
          <p class="strong">{words.farOnly}</p>
          <p class="second">{words.farOnlyWhy}</p>
        </div>
      )}
      {results.length === 0 ? (
        <p class="second card-body">{words.noPassage}</p>
      ) : (
        <ol class="hit-list">
          {results.map((one) => (
            <li key={one.chunkId}>
              <div class="document-name">
                <FileType type={typeOf(one.originalFilename)} />
                <div class="clip">
                  <Link
                    class="strong clip"
                    href={documentPath(one.documentId, {
                      chunkId: one.chunkId,
                      pageNumber: one.pageNumber,
                      quote: one.text,
                    })}>
                    <Foreign>{one.originalFilename}</Foreign>
                  </Link>
                  <p class="small second clip">
                    {placeAt(one.originalFilename, one.pageNumber, one.pageLabel)}
                    {one.headingPath && (
                      <>
                        {' '}
                        · <Foreign>{one.headingPath}</Foreign>
                      </>
                    )}
                  </p>
                </div>
              </div>
              <p class="passage pre">
                <FoundWords text={one.text} stems={stems} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export default function SearchView() {
  const words = t().search;
  const query = useQuery();
  const q = query.get('q').trim().slice(0, 500);
  return (
    <>
      <PageHead title={words.title} summary={words.summary} />
      <div class="filters search-line">
        <SearchField label={words.label} value={q} onFind={(value) => query.set({ q: value })} />
      </div>
      {q === '' ? (
        <Empty title={words.nothing}>{words.nothingWhy}</Empty>
      ) : (
        <div class="split">
          <Passages q={q} />
          <RequirementHits q={q} />
        </div>
      )}
    </>
  );
}
