// SPDX-License-Identifier: Apache-2.0
// Pages of documents: their text, the places of their words, and their pictures, drawn on request.
#include <charconv>
#include <string>
#include <utility>

#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace content = store::content;
namespace documents = store::documents;
namespace {

// The document and the page that the path names. A number that is not a page number becomes 0,
// which no page has.
struct NamedPage {
  documents::Document document;
  int number = 0;
};

// Throws Failure if the document is absent or another tenant's.
NamedPage named_page(const Context& context, pg::Tx& tx) {
  const auto id = path_id<DocumentId>(context, kDocument);
  NamedPage named{found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value)};
  const std::string& text = context.path.get("pageNumber");
  int number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  if (done.ec == std::errc() && std::to_string(number) == text) named.number = number;
  return named;
}

// Throws Failure NOT_FOUND if there is no such page.
template <class T>
T page_found(const Context& context, std::optional<T> page) {
  if (!page) throw Failure(not_found("Page", "pageNumber", context.path.get("pageNumber")));
  return std::move(*page);
}

// Formats whose pages look the same everywhere, so that their readers know the place of each word.
bool has_fixed_pages(const std::string& file_type) {
  return file_type == "pdf" || is_picture_type(file_type);
}

// Changes when pages are drawn differently.
constexpr std::string_view kDrawing = "1";

[[noreturn]] void refuse_drawing(const ExtractFailure& failure, int page) {
  constexpr std::int64_t kRetryAfterSeconds = 5;
  const Json where = Json::object().set("pageNumber", page);
  switch (failure.problem) {
    case ExtractProblem::Timeout:
      throw Failure(ErrorCode::LimitExceeded,
                    "Drawing the page takes longer than " +
                        std::to_string(Extractor::kMaxDrawingTime.count()) + " s",
                    Json(where)
                        .set("limit", "seconds")
                        .set("allowed", std::int64_t{Extractor::kMaxDrawingTime.count()}));
    case ExtractProblem::Limit:
    case ExtractProblem::Memory:
      throw Failure(ErrorCode::LimitExceeded, failure.reason, where);
    case ExtractProblem::Killed:
      throw Failure(ErrorCode::Unavailable, "Drawing the page was stopped from outside; try again",
                    Json::object().set("retryAfterSeconds", kRetryAfterSeconds));
    case ExtractProblem::ReaderFault:
      throw Failure(ErrorCode::Internal, "Drawing the page failed with an internal error", where);
    default:
      throw Failure(ErrorCode::NotFound, "The page cannot be drawn", where);
  }
}

}  // namespace

Response documents_page(Context& context) {
  pg::Tx tx = context.read();
  const auto [document, number] = named_page(context, tx);
  return Response::json(200, store::render::page(page_found(
                                 context, content::page(tx, context.tenant, document.id, number))));
}

Response documents_page_words(Context& context) {
  pg::Tx tx = context.read();
  const auto [document, number] = named_page(context, tx);
  const auto words = page_found(context, content::words(tx, context.tenant, document.id, number));
  const bool fixed = has_fixed_pages(document.file_type);
  return Response::json(
      200, store::render::page_words(number, words, fixed ? "READ_EARLIER" : "FORMAT"));
}

Response documents_page_image(Context& context) {
  pg::Tx tx = context.write();
  const auto [document, number] = named_page(context, tx);
  static_cast<void>(page_found(context, content::words(tx, context.tenant, document.id, number)));
  if (!has_fixed_pages(document.file_type)) {
    throw Failure(ErrorCode::NotFound, "Pages of this format have no fixed layout",
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
    services.slots.drawings.limit().tell(response);
  }
  response.set("ETag", tag);
  return response;
}

}  // namespace assay::handlers
