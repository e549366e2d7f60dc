// SPDX-License-Identifier: Apache-2.0
// The text that a request supplies for a corpus: a file in a form, or a URL to fetch it from.
#pragma once

#include <optional>

#include "db/store/evidence/corpora.hpp"
#include "handlers/http/context.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers {

struct CorpusUpload {
  store::ingestions::Source source;
  IncomingBlob blob;  // finished, not kept yet
};
struct CorpusRequest {
  Body body;  // the JSON, or the form's text fields
  std::optional<CorpusUpload> upload;
};
// Reads a multipart form with the part "file", or a JSON object, depending on the Content-Type.
// known: the fields of the JSON; form_fields: those of the form in addition to the file. Throws
// Failure as Body and uploads do, and 400 naming "file" for an archive, which is not a text.
[[nodiscard]] CorpusRequest read_corpus_request(const Context& context, std::string_view known,
                                                std::string_view form_fields);

// Adds a PENDING ingestion of the corpus and its work item, in the caller's transaction. The text
// comes from the upload (which is kept in the blob store), else from the corpus's URL. Throws
// Failure: 400 naming "file" when there is neither, 409 while another ingestion of the corpus is
// under way.
[[nodiscard]] store::ingestions::Ingestion start_ingestion(const Context& context, pg::Tx& tx,
                                                           const store::corpora::Corpus& corpus,
                                                           CorpusRequest& request);

}  // namespace assay::handlers
