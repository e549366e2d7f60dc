// SPDX-License-Identifier: Apache-2.0
// The text that a request brings for a corpus: a file in a form, or a URL to fetch it from.
#pragma once

#include <optional>

#include "db/store/ingestions.hpp"
#include "handlers/body.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

struct CorpusUpload {
  store::ingestions::Source source;
  IncomingBlob blob;  // finished, not kept yet
};
struct CorpusRequest {
  Body body;  // of the JSON, or of the form's text fields
  std::optional<CorpusUpload> upload;
};
// A multipart form with the part "file", or a JSON object, told by the Content-Type. known: the
// fields of the JSON; form_fields: those of the form beside the file. Throws Failure as Body and
// uploads do, and 400 naming "file" for an archive, which is no text.
[[nodiscard]] CorpusRequest read_corpus_request(const Context& context, std::string_view known,
                                                std::string_view form_fields);

// In the caller's transaction: a PENDING ingestion of the corpus, from the upload (which is kept in
// the blob store), else from its URL, and its work item. Throws Failure: 400 naming "file" when
// there is neither, 409 while another ingestion of the corpus is under way.
[[nodiscard]] store::ingestions::Ingestion start_ingestion(const Context& context, pg::Tx& tx,
                                                           const store::corpora::Corpus& corpus,
                                                           CorpusRequest& request);

}  // namespace assay::handlers
