// SPDX-License-Identifier: Apache-2.0
// Cuts pages into chunks and embeds chunks in batches, for documents and corpora.
#include "pipeline/jobs/documents/document_stages.hpp"

#include <algorithm>
#include <span>

#include "core/extract/extract_types.hpp"
#include "pipeline/jobs/context/embedded_text.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::jobs {
namespace {

constexpr std::size_t kTextsPerCall = 64;

[[noreturn]] void refuse(ExtractProblem problem, std::string reason) {
  throw JobFailure(std::string(extract_problem_name(problem)), std::move(reason));
}

// A chunk without a word cannot be searched for and is no evidence.
void drop_wordless(std::vector<text::Chunk>& chunks) {
  std::erase_if(chunks, [](const text::Chunk& one) { return text::terms(one.content).empty(); });
  for (std::size_t i = 0; i < chunks.size(); ++i) chunks[i].chunk_index = static_cast<int>(i);
}

}  // namespace

std::vector<text::Chunk> cut(const JobContext& context, const std::vector<Page>& pages) {
  const Services& services = context.services();
  text::ChunkLimits limits;
  limits.window = std::min(limits.window, services.embedder.max_tokens());
  auto chunks = text::chunk_pages(pages, services.count_tokens, limits);
  drop_wordless(chunks);
  if (chunks.empty()) {
    refuse(ExtractProblem::NoText,
           "No words were found in this document. If it is a scan, upload a copy with readable "
           "text.");
  }
  const auto allowed = static_cast<std::size_t>(services.config.document_max_chunks);
  if (chunks.size() > allowed) {
    refuse(ExtractProblem::Limit, "The document has " + std::to_string(chunks.size()) +
                                      " chunks, and at most " + std::to_string(allowed) +
                                      " are allowed. Split it into smaller files.");
  }
  return chunks;
}

std::string text_to_embed(const Services& services, const std::string& heading_path,
                          const std::string& content) {
  return embedded_text(heading_path, content, services.count_tokens,
                       services.embedder.max_tokens());
}

std::vector<float> embed(const JobContext& context, const std::vector<std::string>& texts) {
  std::vector<float> vectors;
  for (std::size_t at = 0; at < texts.size(); at += kTextsPerCall) {
    context.check();
    const std::size_t count = std::min(kTextsPerCall, texts.size() - at);
    const auto some = context.services().embedder.embed(std::span(texts).subspan(at, count));
    vectors.insert(vectors.end(), some.begin(), some.end());
  }
  return vectors;
}

}  // namespace assay::jobs
