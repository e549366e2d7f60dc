// SPDX-License-Identifier: Apache-2.0
// Checks what documents need of this machine: space, a reader in its sandbox, language data, and
// the encoder.
#include <sys/mman.h>

#include <cerrno>
#include <filesystem>
#include <sstream>

#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/landlock.hpp"
#include "core/extract/recognition.hpp"
#include "core/settings/service_settings.hpp"
#include "pipeline/ctl/doctor/findings.hpp"

namespace assay::ctl::doctor {
namespace {

constexpr const char* kUploads = "/var/lib/assay-uploads";
constexpr std::int64_t kNothingStored = 8;  // below this part of the setting nothing is stored

std::string mebibytes(std::int64_t bytes) {
  return std::to_string(bytes >> 20U) + " MiB";
}

void check_disk(const Config& config, const std::string& name, const std::string& path,
                Findings& findings) {
  try {
    const DiskSpace space = disk_space(path);
    Verdict verdict = Verdict::Ok;
    if (space.free_bytes < config.min_free_bytes) verdict = Verdict::Warn;
    if (space.free_bytes < config.min_free_bytes / kNothingStored) verdict = Verdict::Fail;
    findings.push_back(
        {verdict, name,
         mebibytes(space.free_bytes) + " of " + mebibytes(space.total_bytes) + " free at " + path,
         verdict == Verdict::Ok ? ""
                                : "free space or enlarge the disk; below " +
                                      mebibytes(config.min_free_bytes / kNothingStored) +
                                      " (an eighth of ASSAY_MIN_FREE_BYTES) nothing is stored"});
  } catch (const IoError& error) {
    findings.push_back(
        {Verdict::Fail, name, error.what(), "make it: systemd-tmpfiles --create assay.conf"});
  }
}

void check_objects(const Config& config, Findings& findings) {
  const BlobStore blobs(config.blob_dir, config.object_store, BlobStore::Copies::None);
  try {
    blobs.probe();
    findings.push_back({Verdict::Ok, "object store", "writes and reads " + blobs.name(), ""});
  } catch (const IoError& error) {
    findings.push_back({Verdict::Fail, "object store", error.what(),
                        "check ASSAY_BLOB_URL, the key's permissions, and that the network lets "
                        "this host through"});
  }
}

void check_sandbox(Findings& findings) {
  const std::string sandbox = reader_sandbox();
  const bool whole = sandbox == "landlock, seccomp";
  findings.push_back(
      {whole ? Verdict::Ok : (sandbox == "refused" ? Verdict::Fail : Verdict::Warn), "sandbox",
       sandbox,
       whole ? ""
             : "enable Landlock: kernel 5.13 or later, with landlock in the lsm= parameter of its "
               "command line. In a container, its filter must allow landlock_* and seccomp"});
}

// Reads a small text as an upload would be.
void check_reader(const Config& config, Findings& findings) {
  const std::string mend =
      "install the package again; `journalctl -u assay-pipeline` has more about it";
  try {
    const FileDescriptor document(::memfd_create("doctor", MFD_CLOEXEC));
    if (!document.open()) throw IoError("memfd_create", errno);
    write_all(document.get(), "Backups are restored as a test every quarter.\n");
    Extractor::Limits limits;
    limits.step = limits.total = std::chrono::seconds(20);
    const Extractor extractor(config.extract_binary, limits);
    const auto read = extractor.read(document.get(), "doctor.txt");
    findings.push_back({read ? Verdict::Ok : Verdict::Fail, "reader",
                        read ? "reads a document in its sandbox" : read.error().reason,
                        read ? "" : mend});
  } catch (const std::runtime_error& error) {  // also IoError: it could not be started or set up
    findings.push_back({Verdict::Fail, "reader", error.what(), mend});
  }
}

void check_languages(const Config& config, Findings& findings) {
  if (config.ocr_languages.empty()) {
    findings.push_back({Verdict::Ok, "OCR", "off (ASSAY_OCR_LANGUAGES)", ""});
    return;
  }
  std::istringstream names(config.ocr_languages);
  for (std::string name; std::getline(names, name, '+');) {
    const bool there =
        std::filesystem::exists(std::string(kTessdataFolder) + "/" + name + ".traineddata");
    std::string package = name;
    for (char& c : package) c = c == '_' ? '-' : c;
    findings.push_back({there ? Verdict::Ok : Verdict::Fail, "OCR",
                        name + (there ? " is installed" : " is not installed"),
                        there ? "" : "apt install tesseract-ocr-" + package});
  }
}

void check_encoder(const Config& config, Findings& findings) {
  try {
    findings.push_back({Verdict::Ok, "encoder", model_package_id(config.model_dir), ""});
  } catch (const std::runtime_error& error) {
    findings.push_back({Verdict::Fail, "encoder", error.what(),
                        "install the package again, or let ASSAY_MODEL_DIR name its folder"});
  }
}

}  // namespace

void check_disks(const Config& config, Findings& findings) {
  check_disk(config, config.object_store ? "disk of copies" : "disk of originals", config.blob_dir,
             findings);
  if (config.object_store) check_objects(config, findings);
  if (std::filesystem::exists(kUploads)) check_disk(config, "disk of uploads", kUploads, findings);
}

void check_reading(const Config& config, Findings& findings) {
  check_sandbox(findings);
  check_reader(config, findings);
  check_languages(config, findings);
  check_encoder(config, findings);
}

}  // namespace assay::ctl::doctor
