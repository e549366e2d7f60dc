// SPDX-License-Identifier: Apache-2.0
// Reviews of assessments: a person accepts one or holds another status true, with a note.
#include "db/store/reviews.hpp"

#include "db/store/render.hpp"
#include "handlers/access.hpp"
#include "handlers/body.hpp"
#include "handlers/handlers.hpp"
#include "handlers/page.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace reviews = store::reviews;

constexpr std::string_view kList = "reviews";
constexpr std::size_t kMostWord = 20;
constexpr std::size_t kMostNote = 4000;

struct Judgement {
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  std::optional<AssessmentStatus> status;
  std::optional<std::string> note;
};

// A text of blanks alone is refused before.
std::optional<std::string> trimmed(std::optional<std::string> note) {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (!note) return note;
  const std::size_t first = note->find_first_not_of(kBlanks);
  return note->substr(first, note->find_last_not_of(kBlanks) + 1 - first);
}

Judgement read_judgement(const Body& body) {
  Judgement out;
  out.verdict = state_of<ReviewVerdict>("verdict", body.text("verdict", kMostWord));
  if (const auto status = body.optional_text("status", kMostWord)) {
    out.status = state_of<AssessmentStatus>("status", *status);
    if (*out.status == AssessmentStatus::Failed) {
      refuse_field("status", "must be one of COMPLETE, PARTIAL, MISSING");
    }
  }
  out.note = trimmed(body.optional_text("note", kMostNote));
  if (out.verdict == ReviewVerdict::Accepted) return out;
  if (!out.status) refuse_field("status", "must say what is true instead");
  if (!out.note) refuse_field("note", "must say why the assessment is overridden");
  return out;
}

// What the reviewer holds true, given what the assessment says.
AssessmentStatus status_held(const Judgement& judgement, AssessmentStatus assessed) {
  if (judgement.verdict == ReviewVerdict::Accepted) {
    if (assessed == AssessmentStatus::Failed) {
      refuse_field("verdict",
                   "must be OVERRIDDEN: the evaluation failed, there is nothing to accept");
    }
    if (judgement.status && *judgement.status != assessed) {
      refuse_field("status", "must be the assessment's own where it is accepted");
    }
    return assessed;
  }
  if (*judgement.status == assessed) {
    refuse_field("status", "must differ from the assessment's own; accept it instead");
  }
  return *judgement.status;
}

}  // namespace

Response reviews_create(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  const Judgement judgement = read_judgement(Body(context.request, "verdict status note"));
  require_person(context.session);
  pg::Tx tx = context.write();
  const auto subject =
      found(reviews::lock_subject(tx, context.tenant, id), context, tx, kAssessment, id.value);
  const store::audit::Actor reviewer = session_actor(context, tx);
  reviews::Review review;
  review.id = ReviewId::fresh();
  review.assessment = id;
  review.run = subject.run;
  review.verdict = judgement.verdict;
  review.status = status_held(judgement, subject.status);
  review.note = judgement.note;
  review.reviewer = context.session.user;
  review.reviewer_email = reviewer.email.value_or("");
  const Json made = store::render::review(reviews::insert(tx, context.tenant, review));
  record(context, tx,
         {.action = "assessment.review",
          .object_type = "assessment",
          .object_id = id.value,
          .run = subject.run,
          .detail = Json::object()
                        .set("reviewId", review.id.value)
                        .set("requirementId", subject.requirement_id)
                        .set("verdict", to_text(review.verdict))
                        .set("assessed", to_text(subject.status))
                        .set("status", to_text(review.status))});
  tx.commit();
  return Response::json(201, Json::object().set("review", made));
}

Response reviews_list(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  const Page page(context, kList);
  const auto before = page.after_number();
  pg::Tx tx = context.read();
  static_cast<void>(
      found(reviews::subject(tx, context.tenant, id), context, tx, kAssessment, id.value));
  auto items = reviews::list(tx, context.tenant, id, before, page.wanted());
  const Json next = page.cut(items, [](const reviews::Review& last) { return last.number; });
  return Response::json(200, Json::object()
                                 .set("reviews", store::render::list(items, store::render::review))
                                 .set("nextCursor", next));
}

}  // namespace assay::handlers
