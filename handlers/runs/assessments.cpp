// SPDX-License-Identifier: Apache-2.0
// Serves one assessment with what a reviewer needs: the last review, the cited documents, and where
// the quotes are in their texts. Reviews of assessments: a person accepts one, or overrides it with
// another status and a note.
#include "db/store/runs/assessments.hpp"

#include <map>
#include <set>

#include "core/base/ascii.hpp"
#include "core/base/digest.hpp"
#include "core/json/utf8.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/bulk.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"

namespace assay::handlers {
namespace {

using store::content::Chunk;

std::vector<std::string> texts_of(const Json& citations, std::string_view member) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < citations.size(); ++i) {
    found.push_back(citations.at(i).get(member).as_string().value_or(""));
  }
  return found;
}

template <class IdType>
std::vector<IdType> ids_of(const Json& citations, std::string_view member) {
  std::vector<IdType> ids;
  for (const std::string& text : texts_of(citations, member)) ids.push_back(IdType{text});
  return ids;
}

// {startOffset, endOffset} in the document's text, in code points; null if the chunk is gone or
// belongs to an earlier reading, as the words may be elsewhere now.
Json place_of(const std::map<ChunkId, Chunk>& chunks, const ChunkId& id, const std::string& quote) {
  const auto chunk = chunks.find(id);
  if (chunk == chunks.end() || chunk->second.replaced) return {};
  const std::string_view content = chunk->second.content;
  const std::size_t at = content.find(quote);
  if (at == std::string_view::npos) return {};
  const std::int64_t start =
      chunk->second.start_offset + static_cast<std::int64_t>(utf8::length(content.substr(0, at)));
  return Json::object()
      .set("startOffset", start)
      .set("endOffset", start + static_cast<std::int64_t>(utf8::length(quote)));
}

Json places(pg::Tx& tx, const TenantId& tenant, const Json& citations) {
  const auto ids = ids_of<ChunkId>(citations, "chunkId");
  std::map<ChunkId, Chunk> chunks;
  for (Chunk& chunk : store::content::chunks_by_id(tx, tenant, ids)) {
    const ChunkId id = chunk.id;
    chunks.emplace(id, std::move(chunk));
  }
  const std::vector<std::string> quotes = texts_of(citations, "text");
  Json list = Json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) list.push(place_of(chunks, ids[i], quotes[i]));
  return list;
}

Json render_source(const store::cited::Source& source) {
  return Json::object()
      .set("documentId", source.id.value)
      .set("originalFilename", source.original_filename)
      .set("fileType", source.file_type)
      .set("present", source.present);
}

namespace reviews = store::reviews;

constexpr std::string_view kReviewList = "reviews";
constexpr std::size_t kMaxWord = 20;
constexpr std::size_t kMaxNote = 4000;
constexpr std::size_t kMaxIdentifier = 100;
constexpr std::size_t kMaxReviewsAtOnce = 200;

struct Judgement {
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  std::optional<AssessmentStatus> status;
  std::optional<std::string> note;
};

Judgement read_judgement(const Body& body) {
  const std::string status_name = body.full_name("status");
  Judgement out;
  out.verdict = state_of<ReviewVerdict>(body.full_name("verdict"), body.text("verdict", kMaxWord));
  if (const auto status = body.optional_text("status", kMaxWord)) {
    out.status = state_of<AssessmentStatus>(status_name, *status);
    if (*out.status == AssessmentStatus::Failed) {
      refuse_field(status_name, "must be one of COMPLETE, PARTIAL, MISSING");
    }
  }
  const auto note = body.optional_lines("note", kMaxNote);
  if (note) out.note = std::string(trimmed(*note));
  if (out.verdict == ReviewVerdict::Accepted) return out;
  if (!out.status) refuse_field(status_name, "must give the status that is right instead");
  if (!out.note) {
    refuse_field(body.full_name("note"), "must say why the assessment is overridden");
  }
  return out;
}

// The status after the review. assessed: the assessment's own. body: where the judgement was read
// from.
AssessmentStatus status_held(const Body& body, const Judgement& judgement,
                             AssessmentStatus assessed) {
  if (judgement.verdict == ReviewVerdict::Accepted) {
    if (assessed == AssessmentStatus::Failed) {
      refuse_field(body.full_name("verdict"),
                   "must be OVERRIDDEN: the evaluation failed, there is nothing to accept");
    }
    if (judgement.status && *judgement.status != assessed) {
      refuse_field(body.full_name("status"), "must be the assessment's own to accept it");
    }
    return assessed;
  }
  if (*judgement.status == assessed) {
    refuse_field(body.full_name("status"),
                 "must differ from the assessment's own; accept it instead");
  }
  return *judgement.status;
}

// A locked assessment, and the reviewer's judgement of it.
struct Subject {
  AssessmentId id;
  reviews::Subject assessed;
  Judgement judgement;
  AssessmentStatus held;
};

// Writes the review and its trail entry. Returns the review as the response shows it.
Json write_review(const Context& context, pg::Tx& tx, const store::audit::Actor& reviewer,
                  const Subject& subject) {
  reviews::Review review;
  review.id = ReviewId::fresh();
  review.assessment = subject.id;
  review.run = subject.assessed.run;
  review.verdict = subject.judgement.verdict;
  review.status = subject.held;
  review.note = subject.judgement.note;
  review.reviewer = context.session.user;
  review.reviewer_email = reviewer.email.value_or("");
  Json made = store::render::review(reviews::insert(tx, context.tenant, review));
  store::events::emit(tx, context.tenant, EventType::ReviewMade,
                      Json::object()
                          .set("reviewId", review.id.value)
                          .set("assessmentId", subject.id.value)
                          .set("runId", subject.assessed.run.value)
                          .set("requirementId", subject.assessed.requirement_id)
                          .set("verdict", to_text(review.verdict))
                          .set("status", to_text(review.status)));
  record(context, tx,
         {.action = "assessment.review",
          .object_type = "assessment",
          .object_id = subject.id.value,
          .run = subject.assessed.run,
          .detail = Json::object()
                        .set("reviewId", review.id.value)
                        .set("requirementId", subject.assessed.requirement_id)
                        .set("verdict", to_text(review.verdict))
                        .set("assessed", to_text(subject.assessed.status))
                        .set("status", to_text(review.status))
                        .set("noteSha256", review.note ? Json(sha256_hex(*review.note)) : Json())});
  return made;
}

// Reviews one assessment in a transaction of its own, as the body says.
Json review_one(const Context& context, const AssessmentId& id, const Body& body) {
  const Judgement judgement = read_judgement(body);
  require_person(context.session);
  pg::Tx tx = context.write();
  const auto assessed =
      found(reviews::lock_subject(tx, context.tenant, id), context, tx, kAssessment, id.value);
  const store::audit::Actor reviewer = session_actor(context, tx);
  const Json made =
      write_review(context, tx, reviewer,
                   {id, assessed, judgement, status_held(body, judgement, assessed.status)});
  tx.commit();
  return Json::object().set("review", made);
}

}  // namespace

Response assessments_get(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  pg::Tx tx = context.read();
  const auto assessment =
      found(store::assessments::find(tx, context.tenant, id), context, tx, kAssessment, id.value);
  Json answer = store::render::assessment(assessment);
  const auto reviews = store::reviews::list(tx, context.tenant, id, {.limit = 1}).rows;
  if (!reviews.empty()) answer.set("review", store::render::review(reviews.front()));
  const auto documents = ids_of<DocumentId>(assessment.citations, "documentId");
  const auto sources = store::cited::sources(tx, context.tenant, assessment.run, documents);
  answer.set("sources", store::render::list(sources, render_source))
      .set("places", places(tx, context.tenant, assessment.citations));
  return Response::json(200, answer);
}

Response reviews_create(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  const Body body(context.request, "verdict status note");
  return Response::json(201, review_one(context, id, body));
}

Response reviews_bulk(Context& context) {
  require_person(context.session);
  return answer_each(context, "assessmentId verdict status note", [&](const Body& item) {
    return ItemAnswer{201, review_one(context, id_in_item<AssessmentId>(item, kAssessment), item)};
  });
}

Response run_reviews_create(Context& context) {
  const auto run = path_id<RunId>(context, kRun);
  const Body body(context.request, "reviews");
  const std::vector<Body> items =
      body.objects("reviews", "assessmentId verdict status note", kMaxReviewsAtOnce);
  std::vector<AssessmentId> ids;
  std::vector<Judgement> judgements;
  std::set<AssessmentId> each;
  for (const Body& item : items) {
    ids.push_back(named_once(kAssessment, item.full_name("assessmentId"),
                             item.text("assessmentId", kMaxIdentifier), each));
    judgements.push_back(read_judgement(item));
  }
  require_person(context.session);
  pg::Tx tx = context.write();
  static_cast<void>(find_run(context, tx, run));
  // Locked in one order, so that two such requests cannot deadlock.
  std::map<AssessmentId, std::optional<reviews::Subject>> locked;
  for (const AssessmentId& id : each) {
    locked.emplace(id, reviews::lock_subject(tx, context.tenant, id));
  }
  std::vector<Subject> subjects;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string name = items[i].full_name("assessmentId");
    const Kind named{kAssessment.name, kAssessment.title, name};
    const auto assessed = found(locked.at(ids[i]), context, tx, named, ids[i].value);
    if (assessed.run != run) refuse_field(name, "is not an assessment of this run");
    subjects.push_back(
        {ids[i], assessed, judgements[i], status_held(items[i], judgements[i], assessed.status)});
  }
  const store::audit::Actor reviewer = session_actor(context, tx);
  Json made = Json::array();
  for (const Subject& subject : subjects) {
    made.push(write_review(context, tx, reviewer, subject));
  }
  tx.commit();
  return Response::json(201, Json::object().set("reviews", made));
}

Response reviews_list(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  const Page page(context, kReviewList, reviews::kOrders);
  pg::Tx tx = context.read();
  static_cast<void>(
      found(reviews::subject(tx, context.tenant, id), context, tx, kAssessment, id.value));
  const auto items = reviews::list(tx, context.tenant, id, page.part());
  return Response::json(200,
                        Json::object()
                            .set("reviews", store::render::list(items.rows, store::render::review))
                            .set("nextCursor", page.next(items)));
}

}  // namespace assay::handlers
