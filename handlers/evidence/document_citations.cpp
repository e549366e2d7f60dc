// SPDX-License-Identifier: Apache-2.0
// Where a document is cited, and what is deleted with it.
#include <algorithm>
#include <sstream>

#include "db/store/evidence/documents.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace archives = store::archives;
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

}  // namespace

Response documents_citations(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  const Page page(context, kCitationList);
  const auto after = page.after<briefs::Position>();
  pg::Tx tx = context.read();
  static_cast<void>(
      found(store::documents::find(tx, context.tenant, id), context, tx, kDocument, id.value));
  const std::vector<DocumentId> ids = archives::with_members(tx, context.tenant, id);
  auto items = briefs::citing(tx, context.tenant, ids, after, page.wanted());
  const std::int64_t total = briefs::count_citing(tx, context.tenant, ids);
  const Json next = page.cut(items, [](const briefs::Citing& last) {
    return cursor::Keyset{last.brief.created_at, last.brief.id.value};
  });
  const auto one = [&](const briefs::Citing& citing) { return render(citing, ids); };
  return Response::json(
      200, Json::object()
               .set("citations", store::render::list(items, one))
               .set("total", total)
               .set("goesWith", goes_with(archives::going_with(tx, context.tenant, id)))
               .set("nextCursor", next));
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
