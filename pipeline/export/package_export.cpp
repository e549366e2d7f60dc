// SPDX-License-Identifier: Apache-2.0
// The two formats that are ZIPs: the OSCAL documents, and the evidence package, which sha256sum
// alone can check.
#include <cerrno>
#include <map>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"
#include "core/json/utf8.hpp"
#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/oscal_export.hpp"
#include "pipeline/export/report_text.hpp"
#include "pipeline/export/zip_file.hpp"

namespace assay::exports {
namespace {

constexpr const char* kSums = "SHA256SUMS";

// A name that every system accepts and that sha256sum -c reads back: no path, no line breaks.
std::string safe_name(std::size_t number, const std::string& name) {
  constexpr std::size_t kMaxBytes = 120;
  constexpr std::size_t kMaxEnding = 12;
  std::string clean;
  for (const char c : one_line(name)) {
    clean += std::string_view("/\\:*?\"<>|").find(c) == std::string_view::npos ? c : '_';
  }
  std::string ending;
  const std::size_t dot = clean.rfind('.');
  if (dot != std::string::npos && clean.size() - dot <= kMaxEnding) ending = clean.substr(dot);
  clean.resize(clean.size() - ending.size());
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
  return "originals/" + digits + "-" + std::string(utf8::prefix(clean, kMaxBytes)) + ending;
}

class Package {
 public:
  Package(const Report& report, const Output& output)
      : report_(report),
        output_(output),
        path_(output.scratch()),
        zip_(path_, report.completed_at) {}

  void write() {
    add_report();
    add("assessments.json", written(write_json));
    add("findings.csv", written(write_csv));
    if (report_.snapshot_hash) add("snapshot.json", *report_.content);
    for (const Document& document : report_.documents) {
      if (document.quoted > 0) add_original(document);
    }
    add("README.txt", readme());
    zip_.add(kSums, sums());
    zip_.close();
    copy_file(path_, output_);
  }

 private:
  using Writer = void (*)(const Report&, const Output&);

  std::string written(Writer writer) const {
    std::string bytes;
    Output inner = output_;
    inner.write = [&bytes](std::string_view piece) { bytes += piece; };
    writer(report_, inner);
    return bytes;
  }

  void add(const std::string& name, std::string bytes) {
    hashes_.emplace(name, sha256_hex(bytes));
    zip_.add(name, std::move(bytes));
  }

  void add_report() {
    const std::filesystem::path path = output_.scratch();
    File file(std::fopen(path.c_str(), "w+be"));
    if (!file) throw IoError("open " + path.string(), errno);
    Sha256 digest;
    Output inner = output_;
    inner.write = [&](std::string_view piece) {
      digest.update(piece);
      if (std::fwrite(piece.data(), 1, piece.size(), file.get()) != piece.size()) {
        throw IoError("write " + path.string(), errno);
      }
    };
    write_pdf(report_, inner);
    std::rewind(file.get());
    hashes_.emplace("report.pdf", to_hex(digest.finish()));
    zip_.add("report.pdf", std::move(file));
  }

  void add_original(const Document& document) {
    output_.check();
    Original original = output_.original(document);
    if (!original.file) {
      absent_ += absence(document, original);
      return;
    }
    const std::string name = safe_name(++originals_, document.file_name);
    hashes_.emplace(name, document.sha256);
    names_.emplace_back(name, &document);
    zip_.add(name, std::move(original.file));
  }

  static std::string absence(const Document& document, const Original& original) {
    std::string why = "its document is gone, and the audit trail does not name it as deleted";
    if (original.lost) {
      why = "MISSING, although nobody deleted it: a fault of the service, tell its administrator";
    } else if (original.deleted_at) {
      why = "it was deleted on " + readable(*original.deleted_at);
    }
    return "not in this package: " + why + "\n    " + one_line(document.file_name) + ", SHA-256 " +
           document.sha256 + "\n";
  }

  std::string sums() const {
    std::string text;
    for (const auto& [name, hash] : hashes_) text += hash + "  " + name + "\n";
    return text;
  }

  std::string readme() const;

  const Report& report_;
  const Output& output_;
  std::filesystem::path path_;
  ZipFile zip_;
  std::map<std::string, std::string> hashes_;  // by the member's name
  std::size_t originals_ = 0;
  std::vector<std::pair<std::string, const Document*>> names_;
  std::string absent_;  // lines of README.txt
};

std::string Package::readme() const {
  std::string text = "Evidence package\n================\n\n" + one_line(report_.pack_name) +
                     ", version " + one_line(report_.pack_version) + "\n" +
                     one_line(report_.tenant_name) + "\nAssessed " +
                     readable(report_.completed_at) + "\nRun " + report_.run_id +
                     "\n\nWhat is in it\n-------------\n"
                     "report.pdf        the report to read\n"
                     "assessments.json  the same in full, for programs\n"
                     "findings.csv      one row per requirement\n";
  if (report_.snapshot_hash) {
    text += "snapshot.json     the frozen record: everything the findings are based on\n";
  }
  text +=
      "originals/        the documents that the findings quote, as they were uploaded\n"
      "SHA256SUMS        the SHA-256 of each of these files\n\nHow to check it\n---------------\n"
      "1. Unpack everything into a folder and, in that folder, run\n\n"
      "       sha256sum -c SHA256SUMS\n\n"
      "   Each line must end in OK. On macOS: shasum -a 256 -c SHA256SUMS\n";
  if (report_.snapshot_hash) {
    text +=
        "2. Run `sha256sum snapshot.json`. It must print\n\n       " + *report_.snapshot_hash +
        "\n\n   which is the hash on the cover of report.pdf and the run's snapshotHash in the\n"
        "   service and its audit trail.\n"
        "3. The hash of each original stands in snapshot.json too, as sha256Hash of its\n"
        "   document.\n";
  } else {
    text += "The run was made without a frozen record, so there is no snapshot.json.\n";
  }
  text += "\nOriginals\n---------\n";
  if (names_.empty() && absent_.empty()) text += "No document is quoted.\n";
  for (const auto& [name, document] : names_) {
    text += name + "\n    " + one_line(document->file_name) + ", " +
            counted(document->quoted, "quote") + "\n";
  }
  return text + absent_;
}

}  // namespace

void write_oscal(const Report& report, const Output& output) {
  const std::filesystem::path path = output.scratch();
  ZipFile zip(path, report.completed_at);
  output.check();
  zip.add(kAssessmentResultsName, assessment_results(report));
  output.check();
  if (auto plan = plan_of_action(report)) zip.add(kPoamName, std::move(*plan));
  zip.close();
  copy_file(path, output);
}

void write_package(const Report& report, const Output& output) {
  Package(report, output).write();
}

}  // namespace assay::exports
