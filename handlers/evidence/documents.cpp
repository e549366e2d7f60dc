// SPDX-License-Identifier: Apache-2.0
// Documents: lists, single ones, their content and chunks; retries and deletes them. Where a
// document is cited, and what is deleted with it.
#include "db/store/evidence/documents.hpp"

#include <algorithm>
#include <sstream>

#include "db/store/evidence/content.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/evidence/erasures.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/bulk.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace archives = store::archives;
namespace documents = store::documents;

constexpr std::string_view kDocumentList = "documents";
constexpr std::string_view kChunkList = "chunks";

documents::Document find_document(const Context& context, pg::Tx& tx, const DocumentId& id) {
  return found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value);
}

documents::Document lock_document(const Context& context, pg::Tx& tx, const DocumentId& id) {
  return found(documents::lock(tx, context.tenant, id), context, tx, kDocument, id.value);
}

documents::Filter filter_of(const Context& context, pg::Tx& tx) {
  constexpr std::string_view kParent = "parentDocumentId";
  documents::Filter filter;
  filter.status = state_if_given<DocumentStatus>(context.query, "status");
  filter.file_type = word_if_given(context.query, "fileType", kFileTypeNames);
  filter.name_contains = text_of(context.query, "q");
  filter.parent = id_if_given<DocumentId>(context.query, kParent);
  filter.cited = flag_if_given(context.query, "cited");
  filter.reading = flag_if_given(context.query, "reading");
  filter.top_level = flag_if_given(context.query, "topLevel");
  filter.uploaded_by = id_if_given<UserId>(context.query, kUploader.id_name);
  filter.from = instant_of(context.query, "from");
  filter.to = instant_of(context.query, "to");
  if (filter.from && filter.to && *filter.to < *filter.from) {
    refuse_field("to", "must not be before from");
  }
  if (filter.parent) refuse_foreign(context, tx, kDocument, filter.parent->value);
  if (filter.uploaded_by) refuse_foreign(context, tx, kUploader, filter.uploaded_by->value);
  return filter;
}

namespace briefs = store::briefs;

constexpr std::string_view kCitationList = "citations";
constexpr std::string_view kIds = "documentIds";
constexpr std::size_t kMaxAtOnce = 150;  // as many as fit in a URL

// The assessment with those of its citations that are from these documents.
Json render(const briefs::Citing& citing, const std::vector<DocumentId>& ids) {
  Json quotes = Json::array();
  for (std::size_t i = 0; i < citing.citations.size(); ++i) {
    const DocumentId document{citing.citations.at(i).get("documentId").as_string().value_or("")};
    if (std::ranges::find(ids, document) != ids.end()) quotes.push(citing.citations.at(i));
  }
  return store::render::brief(citing.brief).set("citations", quotes);
}

// The parts between commas, without empty ones.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

Json goes_with(const std::vector<archives::Item>& going) {
  std::int64_t chunks = 0;
  std::int64_t bytes = 0;
  for (const archives::Item& item : going) {
    chunks += item.chunk_count;
    bytes += item.size_bytes;
  }
  return Json::object()
      .set("documents", going.size())
      .set("chunks", chunks)
      .set("sizeBytes", bytes);
}

// Deletes one document, and what goes with it, in a transaction of its own.
void delete_one(const Context& context, const DocumentId& id) {
  pg::Tx tx = context.write();
  const documents::Document document = find_document(context, tx, id);
  // A MEMBER may delete its own uploads.
  if (document.uploaded_by != context.session.user) require_role(context.session, Role::Admin);
  const auto going = lock_to_remove(context, tx, id);
  erasing::remove(tx, context.tenant, going);
  erasing::purge_later(tx, context.tenant, id, going);
  record(context, tx,
         {.action = "document.delete",
          .object_type = "document",
          .object_id = id.value,
          .detail = erasing::detail_of(id, going)});
  tx.commit();
}

}  // namespace

Response documents_list(Context& context) {
  const Page page(context, kDocumentList, documents::kOrders);
  pg::Tx tx = context.read();
  const documents::Filter filter = filter_of(context, tx);
  const auto total = documents::count(tx, context.tenant, filter);
  const auto items = documents::list(tx, context.tenant, filter, page.part());
  return Response::json(
      200, Json::object()
               .set("documents", store::render::list(items.rows, store::render::document))
               .set("total", total.get())
               .set("nextCursor", page.next(items)));
}

Response documents_get(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.read();
  Json body = store::render::document(find_document(context, tx, id));
  const auto later_labels = store::content::page_labels(tx, context.tenant, id);
  const auto members = archives::members(tx, context.tenant, id);
  if (!members.empty()) body.set("members", store::render::archive_members(members));
  if (const auto labels = later_labels.get(); !labels.empty()) {
    body.set("pageLabels",
             store::render::list(labels, [](const auto& label) { return Json(label); }));
  }
  const auto pictures = store::content::pictures(tx, context.tenant, id);
  if (pictures.recognized > 0 || !pictures.without_text.empty()) {
    body.set("pictures", store::render::pictures(pictures));
  }
  if (body.get("status").as_string() == to_text(DocumentStatus::Ready)) {
    body.set("facts", store::render::document_facts(store::facts::of(tx, context.tenant, id)));
  }
  if (const auto rereading = store::rereadings::find(tx, context.tenant, id)) {
    body.set("rereading", store::render::rereading(*rereading));
  }
  const auto holds = store::legal_holds::covering(tx, context.tenant, {id});
  if (!holds.empty()) {
    body.set("legalHolds", store::render::list(holds, store::render::legal_hold));
  }
  return Response::json(200, body);
}

Response documents_status(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::document_status(find_document(context, tx, id)));
}

Response documents_content(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.write();
  const documents::Document document = find_document(context, tx, id);
  if (sends_bytes_of(context.request, document.sha256, document.size_bytes)) {
    record_download(context, tx, document);
  }
  tx.commit();
  // For a file from an archive, the name is a path.
  const std::string& path = document.original_filename;
  return stored_file(document.tenant, document.sha256, document.content_type,
                     path.substr(path.rfind('/') + 1));
}

Response documents_chunks(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  const Page page(context, kChunkList, store::content::kChunkOrders);
  pg::Tx tx = context.read();
  static_cast<void>(find_document(context, tx, id));
  const auto chunks = store::content::chunks(tx, context.tenant, id, page.part());
  return Response::json(200,
                        Json::object()
                            .set("chunks", store::render::list(chunks.rows, store::render::chunk))
                            .set("nextCursor", page.next(chunks)));
}

Response documents_chunk(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  const std::string& text = context.path.get("chunkId");
  pg::Tx tx = context.read();
  static_cast<void>(find_document(context, tx, id));
  const auto chunk_id = ChunkId::parse(text);
  const auto chunk =
      chunk_id ? store::content::chunk(tx, context.tenant, id, *chunk_id) : std::nullopt;
  if (!chunk) throw Failure(not_found("Chunk", "chunkId", text));
  return Response::json(200, store::render::chunk_of_any_reading(*chunk));
}

Response documents_retry(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  const documents::Document before = lock_document(context, tx, id);
  if (!documents::reset(tx, context.tenant, id)) {
    throw Failure(ErrorCode::Conflict, "Only a FAILED document can be tried again",
                  Json::object().set("status", to_text(before.status)));
  }
  store::work::enqueue(tx, context.tenant, store::work::Kind::Document, id.value);
  const documents::Document after = find_document(context, tx, id);
  record(context, tx,
         {.action = "document.retry",
          .object_type = "document",
          .object_id = id.value,
          .detail = Json::object().set("failureReason", before.failure_reason)});
  tx.commit();
  return Response::json(202, Json::object().set("document", store::render::document(after)));
}

Response documents_delete(Context& context) {
  delete_one(context, path_id<DocumentId>(context, kDocument));
  return Response(204);
}

Response documents_bulk_delete(Context& context) {
  return answer_each(context, kDocument.id_name, [&](const Body& item) {
    delete_one(context, id_in_item<DocumentId>(item, kDocument));
    return ItemAnswer{204, {}};
  });
}

Response documents_citations(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  const Page page(context, kCitationList, briefs::kOrders);
  pg::Tx tx = context.read();
  static_cast<void>(
      found(store::documents::find(tx, context.tenant, id), context, tx, kDocument, id.value));
  const std::vector<DocumentId> ids = archives::with_members(tx, context.tenant, id);
  const auto items = briefs::citing(tx, context.tenant, ids, page.part());
  const std::int64_t total = briefs::count_citing(tx, context.tenant, ids);
  const auto one = [&](const briefs::Citing& citing) { return render(citing, ids); };
  return Response::json(
      200, Json::object()
               .set("citations", store::render::list(items.rows, one))
               .set("total", total)
               .set("goesWith", goes_with(archives::going_with(tx, context.tenant, id)))
               .set("nextCursor", page.next(items)));
}

Response deletion_preview(Context& context) {
  const std::vector<std::string> texts = parts_of(context.query.get(kIds).value_or(""));
  if (texts.empty() || texts.size() > kMaxAtOnce) {
    refuse_field(kIds, "must have from 1 to " + std::to_string(kMaxAtOnce) +
                           " identifiers, separated by commas");
  }
  pg::Tx tx = context.read();
  std::vector<DocumentId> ids;
  for (const std::string& text : texts) {
    refuse_foreign(context, tx, kDocument, text);
    if (const auto id = DocumentId::parse(text)) ids.push_back(*id);
  }
  const auto going = archives::going_with(tx, context.tenant, ids);
  std::vector<DocumentId> all;
  all.reserve(going.size());
  for (const archives::Item& item : going) all.push_back(item.id);
  return Response::json(
      200, goes_with(going).set("citedBy", briefs::count_citing(tx, context.tenant, all)));
}

}  // namespace assay::handlers
