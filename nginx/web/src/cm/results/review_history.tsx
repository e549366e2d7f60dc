// SPDX-License-Identifier: Apache-2.0
// The decisions on an assessment: who, what and when; newest first. The newest is the one that counts.
import { useResource } from '../../api/resource.ts';
import { Status } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';

export function ReviewHistory({ assessmentId }: { assessmentId: string }) {
  const words = t().results;
  const { data, error, reload } = useResource('/api/assessments/{assessmentId}/reviews', { path: { assessmentId } });
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data || data.reviews.length === 0) return null;
  return (
    <section>
      <h3>{words.history}</h3>
      <ol class="finding-list">
        {data.reviews.map((one) => (
          <li key={one.id}>
            <div class="finding-head">
              <span class="strong">{one.verdict === 'ACCEPTED' ? words.accepted : words.overridden}</span>
              <Status status={one.status} />
              <span class="grow" />
              <span class="second">
                <Time at={one.createdAt} />
              </span>
            </div>
            <p class="second">
              <PersonName of={one.reviewer.id} otherwise={one.reviewer.email} />
            </p>
            {one.note && (
              <p>
                <Foreign>{one.note}</Foreign>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
