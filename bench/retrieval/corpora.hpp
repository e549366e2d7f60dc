// SPDX-License-Identifier: Apache-2.0
// Labelled corpora of the test data: documents, and which of them meet each requirement.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/extract/extract_types.hpp"

namespace assay::bench {

struct LabelledDocument {
  std::string name;
  std::vector<Page> pages;
};

struct Need {
  std::string criterion;
  std::string title;
  std::set<std::string> relevant;  // names of documents; never empty
};

struct LabelledCorpus {
  std::string name;
  std::vector<LabelledDocument> documents;
  std::vector<Need> needs;
};

// Requirements of three standards against one company's procedures.
[[nodiscard]] LabelledCorpus read_jupiterone(const std::filesystem::path& data);
// Requirements against the finer requirements they trace to; project: "CCHIT" or "WARC".
[[nodiscard]] LabelledCorpus read_req_trace(const std::filesystem::path& data,
                                            const std::string& project);

}  // namespace assay::bench
