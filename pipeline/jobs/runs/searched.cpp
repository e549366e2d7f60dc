// SPDX-License-Identifier: Apache-2.0
// States for an assessment which documents were searched, which were not, and why.
#include "pipeline/jobs/runs/run_evaluate.hpp"

#include <array>

#include "core/json/utf8.hpp"
#include "db/wire/render.hpp"

namespace assay::jobs {
namespace {

using store::left_out::Document;

constexpr std::size_t kMaxNamed = 3;
constexpr std::size_t kMaxNamePoints = 80;
constexpr std::string_view kDeleted = "deleted";

struct Wording {
  std::string_view reason;
  std::string_view words;  // follow the document's name
};

constexpr std::array kWordings{
    Wording{store::left_out::kNotReady, "was still being read"},
    Wording{kDeleted, "was deleted after the run was started"},
    Wording{"encrypted", "needs a password"},
    Wording{"no_text", "has no text to search"},
    Wording{"empty", "is empty"},
    Wording{"unsupported", "is of a type that is not read"},
    Wording{"type_mismatch", "is not of the type that its name says"},
    Wording{"broken", "is damaged"},
    Wording{"limit", "is larger than can be read"},
    Wording{"archive_limit", "holds more than is unpacked"},
    Wording{"archive_unsafe", "is not safe to unpack"},
    Wording{"timeout", "took too long to read"},
    Wording{"memory", "took too much memory to read"},
    Wording{"reader_fault", "could not be read because of a fault of Assay"},
};

std::string_view words_for(std::string_view reason) {
  for (const Wording& wording : kWordings) {
    if (wording.reason == reason) return wording.words;
  }
  return "could not be read";
}

// The documents left out of the run, and those deleted since.
std::vector<Document> not_searched(const RunState& state) {
  std::vector<Document> all = state.left_out;
  for (const store::runs::PinnedDocument& document : state.gone) {
    all.push_back({document.id, document.original_filename, DocumentStatus::Ready,
                   std::string(kDeleted), std::nullopt});
  }
  return all;
}

std::string short_name(const std::string& name) {
  if (utf8::length(name) <= kMaxNamePoints) return name;
  return std::string(utf8::substr(name, 0, kMaxNamePoints - 1)) + "\u2026";
}

std::string listed(const std::vector<Document>& documents) {
  std::string text;
  for (std::size_t i = 0; i < documents.size() && i < kMaxNamed; ++i) {
    text.append(i == 0 ? "" : ", ")
        .append(short_name(documents[i].original_filename))
        .append(" ")
        .append(words_for(documents[i].reason));
  }
  if (documents.size() > kMaxNamed) {
    text += " and " + std::to_string(documents.size() - kMaxNamed) + " more";
  }
  return text;
}

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::size_t searched_documents(const RunState& state) {
  return state.documents.size() - state.gone.size();
}

}  // namespace

bool without_evidence(const RunState& state) {
  return searched_documents(state) == 0;
}

std::string searched_sentence(const RunState& state) {
  const auto left = not_searched(state);
  std::string text;
  if (state.documents.empty()) {
    text = "There was no evidence: no document was READY when the run was started";
  } else if (without_evidence(state)) {
    text = "There was no evidence: all documents of the run were deleted before it was evaluated";
  } else {
    text = "Searched " + counted(searched_documents(state), "document");
  }
  if (!left.empty()) {
    text += "; " + std::to_string(left.size()) + (left.size() == 1 ? " was not: " : " were not: ") +
            listed(left);
  }
  if (const auto others = static_cast<std::size_t>(state.run.documents_not_chosen)) {
    text += "; " + counted(others, "other") + (others == 1 ? " was" : " were") +
            " not chosen for this run";
  }
  return text + ".";
}

void add_searched(Json& details, const RunState& state, const RequirementInput& input) {
  const auto left = not_searched(state);
  Json skipped = Json::array();
  for (std::size_t i = 0; i < left.size() && i < kMaxSkippedNamed; ++i) {
    skipped.push(store::render::left_out(left[i]));
  }
  details
      .set("searched", Json::object()
                           .set("documentCount", searched_documents(state))
                           .set("skippedCount", left.size())
                           .set("notChosenCount", state.run.documents_not_chosen)
                           .set("chunkCount", state.searched_chunks)
                           .set("candidateCount", input.candidates.size()))
      .set("skippedDocuments", skipped);
}

}  // namespace assay::jobs
