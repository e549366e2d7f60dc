// SPDX-License-Identifier: Apache-2.0
// Checks what reading documents needs on this machine: space, a reader in its sandbox, language
// data, and the encoder. Checks owners and modes of files against what the package creates.
#include <grp.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "core/base/io.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "core/extract/landlock.hpp"
#include "core/settings/service_settings.hpp"
#include "pipeline/ctl/doctor/findings.hpp"
#include "pipeline/ctl/installed.hpp"

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
        {Verdict::Fail, name, error.what(), "create it: systemd-tmpfiles --create assay.conf"});
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
      "install the package again; `journalctl -u assay-pipeline` shows the details";
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
                        "install the package again, or set ASSAY_MODEL_DIR to its folder"});
  }
}

constexpr const char* kFolders = "/usr/lib/tmpfiles.d/assay.conf";
constexpr const char* kMendFolders = "systemd-tmpfiles --create assay.conf";

struct Wanted {
  std::string path;
  unsigned mode = 0;
  std::string user;
  std::string group;
  [[nodiscard]] std::string text() const {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), mode, 8).ptr;
    return user + ":" + group + " " + std::string(digits.data(), end);
  }
};

std::string group_name(gid_t id) {
  std::array<char, 16384> buffer{};
  group entry{};
  group* found = nullptr;
  const int error = ::getgrgid_r(id, &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->gr_name : std::to_string(id);
}

// needed: a file that is not there is a failure too.
void check_path(const Wanted& wanted, const std::string& mend, bool needed, Findings& findings) {
  struct stat there {};
  if (::stat(wanted.path.c_str(), &there) != 0) {
    if (!needed && errno == ENOENT) return;
    findings.push_back({Verdict::Fail, wanted.path, IoError("stat", errno).what(), mend});
    return;
  }
  const Wanted found{wanted.path, there.st_mode & 07777U, os_user_name(there.st_uid),
                     group_name(there.st_gid)};
  const bool right = found.text() == wanted.text();
  findings.push_back({right ? Verdict::Ok : Verdict::Fail, wanted.path,
                      found.text() + (right ? "" : ", should be " + wanted.text()),
                      right ? "" : mend});
}

std::string by_hand(const Wanted& wanted) {
  const std::string text = wanted.text();
  const std::size_t space = text.find(' ');
  return "chown " + text.substr(0, space) + " " + wanted.path + " && chmod " +
         text.substr(space + 1) + " " + wanted.path;
}

void check_file(const Wanted& wanted, bool needed, Findings& findings) {
  check_path(wanted, by_hand(wanted), needed, findings);
}

// Rows such as "d /run/assay 3771 root assay-store -".
void check_folders(const std::string& rows, Findings& findings) {
  std::istringstream lines(rows);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    std::string mode;
    Wanted wanted;
    words >> kind >> wanted.path >> mode >> wanted.user >> wanted.group;
    if (kind != "d") continue;
    static_cast<void>(std::from_chars(mode.data(), mode.data() + mode.size(), wanted.mode, 8));
    check_path(wanted, kMendFolders, true, findings);
  }
}

// Secrets in the file that all services read.
void check_secrets(const std::string& path, Findings& findings) {
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find('='));
    const bool secret = name.ends_with("_SECRET") || name.ends_with("_API_KEY");
    if (!secret || line.starts_with('#') || line.size() <= name.size() + 1) continue;
    findings.push_back({Verdict::Fail, path, name + " is readable by the API",
                        "move it to /etc/assay/pipeline.env"});
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

void check_permissions(const Config& config, Findings& findings) {
  std::string rows;
  try {
    rows = read_file(kFolders);
    if (rows.find(" " + config.blob_dir + " ") == std::string::npos) return;
    check_folders(rows, findings);
    check_file({"/etc/assay/assay.env", 0640, "root", "assay"}, true, findings);
    check_file({"/etc/assay/pipeline.env", 0600, "root", "root"}, false, findings);
    check_file({kCertificateKey, 0600, "root", "root"}, false, findings);
    if (!config.audit_key_file.empty()) {
      check_file({config.audit_key_file, 0600, "assay-pipeline", "assay-pipeline"}, false,
                 findings);
    }
    check_file({config.events.key_file, 0600, "assay-pipeline", "assay-pipeline"}, false, findings);
    check_secrets("/etc/assay/assay.env", findings);
  } catch (const IoError& error) {
    if (!rows.empty()) {
      findings.push_back({Verdict::Fail, "permissions", error.what(), "run doctor as root"});
    }
  }
}

}  // namespace assay::ctl::doctor
