// SPDX-License-Identifier: Apache-2.0
// Pictures of pages, drawn when they are asked for.
#include <string>

#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "handlers/evidence/downloads.hpp"
#include "handlers/evidence/page_path.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

namespace documents = store::documents;

// Changes when pages are drawn differently.
constexpr std::string_view kDrawing = "1";

[[noreturn]] void refuse_drawing(const ExtractFailure& failure, int page) {
  constexpr std::int64_t kRetryAfterSeconds = 5;
  const Json where = Json::object().set("pageNumber", page);
  switch (failure.problem) {
    case ExtractProblem::Timeout:
      throw Failure(ErrorCode::LimitExceeded, "Drawing the page takes too long",
                    Json(where)
                        .set("limit", "seconds")
                        .set("allowed", std::int64_t{Extractor::kMaxDrawingTime.count()}));
    case ExtractProblem::Limit:
    case ExtractProblem::Memory:
      throw Failure(ErrorCode::LimitExceeded, failure.reason, where);
    case ExtractProblem::Killed:
      throw Failure(ErrorCode::Unavailable, "Drawing the page was stopped from outside; try again",
                    Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
    default:
      throw Failure(ErrorCode::NotFound, "The page cannot be drawn", where);
  }
}

}  // namespace

Response documents_page_image(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.write();
  const documents::Document document =
      found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value);
  const int number = page_number(context);
  if (!store::content::words(tx, context.tenant, id, number)) no_such_page(context);
  if (!has_fixed_pages(document.file_type)) {
    throw Failure(ErrorCode::NotFound, "Pages of this format have no fixed look",
                  Json::object().set("pageNumber", number).set("fileType", document.file_type));
  }
  Response response = Response::of_text(200, "image/png", "");
  const std::string tag =
      "\"" + document.sha256 + "-" + std::to_string(number) + "-" + std::string(kDrawing) + "\"";
  const auto known = context.request.header("If-None-Match");
  const bool not_modified = known && names_tag(*known, tag);
  if (!not_modified && context.request.method() != "HEAD") {
    record_download(context, tx, document, number);
  }
  tx.commit();
  if (!not_modified) {
    const Services& services = context.services;
    const Slots::Slot slot = services.slots.drawings.take(context.tenant.value);
    const FileDescriptor file = services.blobs.open(context.tenant, document.sha256);
    auto png = services.extractor.draw(file.get(), number);
    services.sessions.confirm_again(context.session);
    if (!png) refuse_drawing(png.error(), number);
    response = Response::of_text(200, "image/png", std::move(*png));
  }
  response.set("ETag", tag);
  return response;
}

}  // namespace assay::handlers
