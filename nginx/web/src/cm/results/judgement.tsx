// SPDX-License-Identifier: Apache-2.0
// The judgement of one requirement: what it demands, the confidence of the verdict, what was shown and
// what was not, the citations, and people's decisions. Its actions are below it.
import type { Resource } from '../../api/resource.ts';
import { Glyph, Status } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { Confidence } from '../../design/measures.tsx';
import { ErrorNote, Note, Skeleton } from '../../design/states.tsx';
import { t } from '../../strings/words.ts';
import type { InFull } from './assessments.ts';
import { Citations } from './citations.tsx';
import { NearMisses, Reasoning, RegulationNote, SubChecks, Weakened } from './finding_lists.tsx';
import { findingsOf } from './findings.ts';
import type { Brief, Thresholds } from './queue.ts';
import { ReviewHistory } from './review_history.tsx';

function Body({
  full,
  cite,
  onCite,
  reviews,
}: {
  full: InFull;
  cite: number;
  onCite: (index: number) => void;
  reviews: number;
}) {
  const words = t().results;
  const findings = findingsOf(full.details);
  return (
    <>
      {full.status === 'FAILED' && (
        <div class="note failed">
          <Glyph shape="triangle" tone="failed" size={16} />
          <div class="note-text">
            <span class="strong">{words.failedTitle}</span> {words.failedWhy}
          </div>
        </div>
      )}
      {findings.reviewReasons.length > 0 && (
        <Note tone="partial" title={words.doubted}>
          {findings.reviewReasons.map((reason) => words.doubts[reason] ?? reason).join(' ')}
        </Note>
      )}
      <SubChecks findings={findings} onCite={onCite} />
      <Citations full={full} cite={cite} onCite={onCite} />
      <Weakened findings={findings} />
      <NearMisses findings={findings} />
      <Reasoning text={full.reasoning} findings={findings} />
      <RegulationNote findings={findings} />
      <ReviewHistory assessmentId={full.id} key={`${full.id}-${reviews}`} />
    </>
  );
}

// `reviews`: the number of decisions made here; a change reloads the history.
export function Judgement({
  one,
  full,
  thresholds,
  cite,
  onCite,
  reviews,
}: {
  one: Brief;
  full: Resource<InFull>;
  thresholds: Thresholds;
  cite: number;
  onCite: (index: number) => void;
  reviews: number;
}) {
  const words = t().results;
  const { requirement, review } = one;
  return (
    <div
      class="judgement-body"
      tabIndex={0}
      role="region"
      aria-label={words.judgementOf(one.requirementId)}
      key={one.id}>
      <div class="judgement-head">
        <Status status={one.status} form="pill" />
        <span class="mono second">{one.requirementId}</span>
        <span class="grow" />
        <span class="small second clip">
          <Foreign>{requirement.criterionTitle}</Foreign>
        </span>
      </div>
      <h2 class="judgement-title">
        <Foreign>{requirement.title}</Foreign>
      </h2>
      {review && (
        <p>
          {review.verdict === 'OVERRIDDEN' ? (
            <>
              {words.overriddenTo} <Status status={review.status} form="pill" />
            </>
          ) : (
            words.acceptedAs(t().status[one.status])
          )}
        </p>
      )}
      {one.status !== 'FAILED' && <Confidence value={one.confidence} thresholds={thresholds} />}
      {full.error && <ErrorNote error={full.error} onRetry={full.reload} />}
      {full.data?.id === one.id ? (
        <Body full={full.data} cite={cite} onCite={onCite} reviews={reviews} />
      ) : (
        full.slow && <Skeleton lines={6} />
      )}
    </div>
  );
}
