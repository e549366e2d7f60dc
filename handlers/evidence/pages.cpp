// SPDX-License-Identifier: Apache-2.0
// Pages of documents: their text, and where their words stand.
#include <charconv>
#include <string>

#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/wire/render.hpp"
#include "handlers/evidence/page_path.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace content = store::content;
namespace documents = store::documents;

int page_number(const Context& context) {
  const std::string& text = context.path.get("pageNumber");
  int number = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  return done.ec == std::errc() && std::to_string(number) == text ? number : 0;
}

void no_such_page(const Context& context) {
  throw Failure(not_found("Page", "pageNumber", context.path.get("pageNumber")));
}

bool has_fixed_pages(const std::string& file_type) {
  return file_type == "pdf" || is_picture_type(file_type);
}

Response documents_page(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.read();
  static_cast<void>(
      found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value));
  const auto page = content::page(tx, context.tenant, id, page_number(context));
  if (!page) no_such_page(context);
  return Response::json(200, store::render::page(*page));
}

Response documents_page_words(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  pg::Tx tx = context.read();
  const documents::Document document =
      found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value);
  const int number = page_number(context);
  const auto stored = content::words(tx, context.tenant, id, number);
  if (!stored) no_such_page(context);
  const bool fixed = has_fixed_pages(document.file_type);
  return Response::json(
      200, store::render::page_words(number, *stored, fixed ? "READ_EARLIER" : "FORMAT"));
}

}  // namespace assay::handlers
