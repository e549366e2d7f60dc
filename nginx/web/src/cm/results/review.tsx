// SPDX-License-Identifier: Apache-2.0
// Reviewing: the list, the judgement of the open requirement, and its evidence beside it. Everything also
// works with the keyboard.
import { useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ArrowLeft } from 'lucide-preact';
import { useResource } from '../../api/resource.ts';
import { currentUser, may } from '../../api/session.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Foreign } from '../../design/inline.tsx';
import { useMatches } from '../../design/matches.ts';
import { announce, toast } from '../../design/messages.ts';
import { toastError } from '../../design/states.tsx';
import { useShortcuts } from '../../shell/keys.ts';
import type { Query } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { decide, type Review } from './assessments.ts';
import { documentPath } from '../evidence/document_place.ts';
import { citedOf, placeOf } from './citations.tsx';
import { CitationSteps, EvidencePane } from './evidence_pane.tsx';
import { Judgement } from './judgement.tsx';
import { OverrideDialog } from './override_dialog.tsx';
import { type Brief, needsDecision, queueOf, type Thresholds, treeOf } from './queue.ts';
import { RequirementList } from './requirement_list.tsx';
import { ReviewActs } from './review_acts.tsx';
import { TaskDialog } from './task_dialog.tsx';

const NO_CITATIONS: readonly [] = [];

export function ReviewDesk({
  query,
  all,
  shown,
  thresholds,
  tree,
  onDecided,
  onAcceptMany,
}: {
  query: Query;
  all: readonly Brief[];
  shown: readonly Brief[];
  thresholds: Thresholds;
  tree: boolean;
  onDecided: (reviews: readonly Review[]) => void;
  onAcceptMany: (many: readonly Brief[]) => void;
}) {
  const words = t().results;
  const beside = useMatches('(min-width: 1100px)');
  const [dialog, setDialog] = useState<'override' | 'task' | 'evidence' | null>(null);
  const { busy, run } = useWrite(toastError);
  const [reviews, setReviews] = useState(0);
  const mayDecide = may(currentUser(), 'MEMBER');

  const sections = useMemo(
    () =>
      tree
        ? treeOf(shown)
        : queueOf(shown, { decide: words.needsDecision, confident: words.confident, decided: words.decided }),
    [shown, tree, words],
  );
  const order = useMemo(() => sections.flatMap(({ items }) => items), [sections]);
  const at = query.get('at');
  const one = all.find(({ requirementId }) => requirementId === at) ?? order[0] ?? null;
  const place = one ? order.findIndex(({ id }) => id === one.id) : -1;

  const full = useResource(one ? '/api/assessments/{assessmentId}' : null, { path: { assessmentId: one?.id ?? '' } });
  const cited = useMemo(
    () => (full.data && full.data.id === one?.id ? citedOf(full.data) : NO_CITATIONS),
    [full.data, one?.id],
  );
  const cite = Math.min(Math.max(0, (Number(query.get('cite')) || 1) - 1), Math.max(0, cited.length - 1));

  const open = (next: Brief | undefined) => {
    if (!next) return;
    query.set({ at: next.requirementId, cite: null });
    announce(`${next.requirementId}, ${t().status[next.status]}: ${next.requirement.title}`);
  };
  const showCitation = (index: number) => {
    query.set({ at: one?.requirementId ?? null, cite: index === 0 ? null : String(index + 1) });
    if (!beside) setDialog('evidence');
  };
  // The next requirement after a decision: the next undecided one in the list, else the first.
  const afterwards = (): Brief | undefined => {
    const undecided = (candidate: Brief) => candidate.review === null && candidate.id !== one?.id;
    return order.slice(place + 1).find(undecided) ?? order.find(undecided);
  };
  const wasDecided = (subject: Brief, review: Review) => {
    const next = afterwards();
    onDecided([review]);
    setReviews((count) => count + 1);
    const back = { label: words.lookAgain, run: () => query.set({ at: subject.requirementId, cite: null }) };
    toast(
      review.verdict === 'ACCEPTED'
        ? words.acceptedToast(subject.requirementId)
        : words.overriddenToast(subject.requirementId, t().status[review.status]),
      back,
    );
    if (next) query.set({ at: next.requirementId, cite: null });
    else query.set({ at: subject.requirementId });
  };
  const accept = (subject: Brief) =>
    run(async () => wasDecided(subject, await decide(subject.id, { verdict: 'ACCEPTED' })));

  const mayAccept = mayDecide && one !== null && one.status !== 'FAILED' && one.review?.verdict !== 'ACCEPTED';
  useShortcuts([
    { keys: 'n', does: words.keys.next, group: 'here', run: () => open(order[place + 1]) },
    { keys: 'p', does: words.keys.previous, group: 'here', run: () => open(order[place - 1]) },
    {
      keys: 'c',
      does: words.nextCitation,
      group: 'here',
      run: () => cited.length > 0 && showCitation(beside ? (cite + 1) % cited.length : cite),
    },
    {
      keys: 'C',
      does: words.previousCitation,
      group: 'here',
      run: () => cited.length > 0 && showCitation(beside ? (cite + cited.length - 1) % cited.length : cite),
    },
    { keys: 't', does: words.keys.task, group: 'here', run: () => one && setDialog('task') },
    ...(mayDecide
      ? [
          { keys: 'a', does: words.keys.accept, group: 'here', run: () => mayAccept && accept(one) } as const,
          { keys: 'o', does: words.keys.override, group: 'here', run: () => one && setDialog('override') } as const,
        ]
      : []),
  ]);

  const demanding = all.filter(needsDecision);
  const done = demanding.filter(({ review }) => review !== null).length;
  const shownCitation = cited[cite];
  return (
    <div class="review" data-open={at !== ''}>
      <section class="card pane queue-pane" aria-label={tree ? words.modes.tree : words.modes.queue}>
        <div class="card-head">
          <h2>{words.review}</h2>
          <span class="small second">{words.done(number(done), number(demanding.length))}</span>
          <span>
            <kbd aria-hidden="true">n</kbd> <kbd aria-hidden="true">p</kbd>
          </span>
        </div>
        {order.length > 0 ? (
          <RequirementList
            label={words.requirements}
            sections={sections}
            currentId={one?.id ?? null}
            onOpen={open}
            tree={tree}
            onAccept={mayDecide ? ({ items }) => onAcceptMany(items) : undefined}
          />
        ) : (
          <p class="second card-body">{words.noMatch}</p>
        )}
      </section>
      {one && (
        <section class="card pane judgement-pane" aria-label={words.judgement}>
          <div class="pane-back">
            <Button
              look="quiet"
              icon={<ArrowLeft size={16} aria-hidden="true" />}
              onClick={() => query.set({ at: null, cite: null })}>
              {words.backToList}
            </Button>
          </div>
          <Judgement
            one={one}
            full={full}
            thresholds={thresholds}
            cite={cite}
            onCite={showCitation}
            reviews={reviews}
          />
          <ReviewActs
            one={one}
            busy={busy}
            mayDecide={mayDecide}
            mayAccept={mayAccept}
            onAccept={() => accept(one)}
            onOverride={() => setDialog('override')}
            onTask={() => setDialog('task')}
            onEvidence={beside ? null : () => setDialog('evidence')}
            cited={cited.length > 0}
          />
        </section>
      )}
      {beside && one && (
        <section class="card pane evidence-pane" aria-label={words.evidence}>
          <div class="card-head">
            <h2 class="clip">
              {shownCitation ? (
                <Link href={documentPath(shownCitation.documentId, placeOf(shownCitation))}>
                  <Foreign>{shownCitation.fileName}</Foreign>
                </Link>
              ) : (
                words.evidence
              )}
            </h2>
            <CitationSteps count={cited.length} cite={cite} onCite={showCitation} />
          </div>
          <div class="evidence-body">{full.data?.id === one.id && <EvidencePane cited={cited} cite={cite} />}</div>
        </section>
      )}
      {dialog === 'evidence' && !beside && (
        <Dialog
          title={shownCitation?.fileName ?? words.evidence}
          side
          onClose={() => setDialog(null)}
          footer={<CitationSteps count={cited.length} cite={cite} onCite={showCitation} />}>
          <EvidencePane cited={cited} cite={cite} />
        </Dialog>
      )}
      {dialog === 'override' && one && (
        <OverrideDialog
          one={one}
          onClose={() => setDialog(null)}
          onDone={(review) => {
            setDialog(null);
            wasDecided(one, review);
          }}
        />
      )}
      {dialog === 'task' && one && <TaskDialog one={one} onClose={() => setDialog(null)} />}
    </div>
  );
}
