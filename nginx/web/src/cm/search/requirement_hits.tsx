// SPDX-License-Identifier: Apache-2.0
// Finds requirements of the tenant's packs that contain at least half of the searched words, or whose
// label equals the search.
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ApiError, get, type Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { FoundWords, stemsOf } from './found_words.tsx';

interface OfPack {
  pack: Schemas['Pack'];
  requirements: readonly Schemas['Requirement'][];
}

const SHOWN = 8;

async function readAll(signal: AbortSignal): Promise<OfPack[]> {
  const { packs } = await get('/api/packs', { query: { limit: 200 }, signal });
  return Promise.all(
    packs.map(async (pack) => ({
      pack,
      requirements: (await get('/api/requirements', { query: { packId: pack.id }, signal })).requirements,
    })),
  );
}

export function RequirementHits({ q }: { q: string }) {
  const words = t().search;
  const [all, setAll] = useState<readonly OfPack[] | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, setTurn] = useState(0);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    setError(null);
    readAll(ended.signal).then(setAll, (failure: unknown) => {
      if (ended.signal.aborted) return;
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    });
    return () => ended.abort();
  }, [turn]);
  useEffect(() => setWhole(false), [q]);
  if (error) return <ErrorNote error={error} onRetry={() => setTurn(turn + 1)} />;
  if (!all) return null;

  const stems = stemsOf(q);
  const plain = q.toLocaleLowerCase();
  // The number of words it contains; an equal label outranks them all.
  const scoreOf = ({ requirementId, title, criterionTitle }: Schemas['Requirement']) => {
    const own = `${title} ${criterionTitle}`.toLocaleLowerCase();
    return requirementId.toLocaleLowerCase() === plain
      ? stems.length + 1
      : stems.filter((one) => own.includes(one)).length;
  };
  const least = Math.max(1, Math.ceil(stems.length / 2));
  const found = all
    .flatMap(({ pack, requirements }) =>
      requirements.map((requirement) => ({ pack, requirement, score: scoreOf(requirement) })),
    )
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score);
  const shown = whole ? found : found.slice(0, SHOWN);
  return (
    <Card flush title={words.requirements} meta={found.length > 0 ? number(found.length) : undefined}>
      {found.length === 0 ? (
        <p class="second card-body">{words.noRequirement}</p>
      ) : (
        <ul class="hit-list">
          {shown.map(({ pack, requirement }) => (
            <li key={requirement.id}>
              <Link href={`/requirements?pack=${pack.id}&requirement=${encodeURIComponent(requirement.requirementId)}`}>
                <code>{requirement.requirementId}</code>
              </Link>
              <p>
                <FoundWords text={requirement.title} stems={stems} />
              </p>
              <p class="small second">
                <bdi>{pack.name}</bdi> · <bdi>{requirement.criterionTitle}</bdi>
              </p>
            </li>
          ))}
          {found.length > shown.length && (
            <li>
              <button type="button" class="button quiet small" onClick={() => setWhole(true)}>
                <span>{words.all(number(found.length))}</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}
