// SPDX-License-Identifier: Apache-2.0
// The order matters: files are opened before Landlock, limits set before system calls are refused.
// A reader that misses a file later loses text silently: poppler-cpp does if iconv cannot open its
// UTF-16 converter. Of the document, unused pages are never read, and none is copied.
#include "pipeline/extract/sandbox/confine.hpp"

#include <gmime/gmime.h>
#include <grp.h>
#include <iconv.h>
#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <poppler/cpp/poppler-global.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/io.hpp"
#include "core/extract/landlock.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr rlim_t kDescriptors = 16;
constexpr unsigned kNobody = 65534;

// Never raises the process's own limit.
void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard, const char* what) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) throw IoError(what, errno);
  const rlimit wanted{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  if (::setrlimit(resource, &wanted) != 0) throw IoError(what, errno);
}

xmlParserInputPtr no_entity(const char* /*url*/, const char* /*id*/, xmlParserCtxtPtr /*context*/) {
  return nullptr;
}

void no_message(void* /*context*/, const char* /*format*/, ...) {}

void load_converters(std::initializer_list<const char*> charsets) {
  for (const char* charset : charsets) {
    // Left open on purpose: closing the last use of a converter would unload it again.
    const iconv_t converter = ::iconv_open("UTF-8", charset);
    if (reinterpret_cast<std::intptr_t>(converter) == -1) {  // NOLINT: iconv's own failure value
      throw std::runtime_error(std::string("no converter for ") + charset);
    }
  }
}

// GLib registers types when they are first used, and GMime looks at the locale. Neither starts a
// thread.
void warm_up_mail() {
  ::g_mime_init();
  static_cast<void>(::g_random_int());  // reads its seed from a device
  constexpr std::string_view kMessage =
      "Subject: =?utf-8?q?a?=\nContent-Type: text/plain; charset=utf-8\n\na\n";
  GMimeStream* stream = ::g_mime_stream_mem_new_with_buffer(kMessage.data(), kMessage.size());
  GMimeParser* parser = ::g_mime_parser_new_with_stream(stream);
  GMimeMessage* message = ::g_mime_parser_construct_message(parser, nullptr);
  if (message == nullptr) throw std::runtime_error("GMime cannot read a message");
  static_cast<void>(::g_mime_message_get_subject(message));
  ::g_object_unref(message);
  ::g_object_unref(parser);
  ::g_object_unref(stream);
}

}  // namespace

Input::Input(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw IoError("fstat", errno);
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  address_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address_ == MAP_FAILED) {
    address_ = nullptr;
    throw IoError("mmap", errno);
  }
}

Input::~Input() {
  if (address_ != nullptr) static_cast<void>(::munmap(address_, size_));
}

void limit_resources(std::int64_t memory_bytes, std::int64_t cpu_seconds) {
  const auto memory = static_cast<rlim_t>(memory_bytes);
  if constexpr (!kSanitizers) limit(RLIMIT_AS, memory, memory, "RLIMIT_AS");
  // One second between the two limits, so that the parent sees SIGXCPU and knows the cause.
  const auto cpu = static_cast<rlim_t>(cpu_seconds);
  limit(RLIMIT_CPU, cpu, cpu + 1, "RLIMIT_CPU");
  limit(RLIMIT_FSIZE, 0, 0, "RLIMIT_FSIZE");
  limit(RLIMIT_CORE, 0, 0, "RLIMIT_CORE");
  limit(RLIMIT_NOFILE, kDescriptors, kDescriptors, "RLIMIT_NOFILE");
  limit(RLIMIT_NPROC, 0, 0, "RLIMIT_NPROC");
}

void drop_root() {
  if (::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0) throw IoError("setgroups", errno);
  if (::setresgid(kNobody, kNobody, kNobody) != 0) throw IoError("setresgid", errno);
  if (::setresuid(kNobody, kNobody, kNobody) != 0) throw IoError("setresuid", errno);
}

void warm_up() {
  if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) throw std::runtime_error("no locale C.UTF-8");
  load_converters({"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "WINDOWS-1252",
                   "CP437", "ISO-8859-15", "SHIFT_JIS", "GB18030"});
  ::xmlInitParser();
  ::xmlSetExternalEntityLoader(no_entity);
  ::xmlSetGenericErrorFunc(nullptr, no_message);
  warm_up_compound();
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  // Otherwise the first object of a reader looks for a source of randomness.
  ::json_object_seed(0);
  // The first digest makes OpenSSL read its settings.
  static_cast<void>(sha256(""));
  warm_up_mail();
  // The first conversion loads what poppler itself needs.
  static_cast<void>(poppler::ustring::from_latin1("a").to_utf8());
}

void load_rare_converters() {
  load_converters({"IBM866",       "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",
                   "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",
                   "ISO-8859-10",  "ISO-8859-11",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-16",
                   "KOI8-R",       "KOI8-U",       "MACINTOSH",    "WINDOWS-874",  "WINDOWS-1250",
                   "WINDOWS-1251", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256",
                   "WINDOWS-1257", "WINDOWS-1258", "MAC-CYRILLIC", "GBK",          "GB2312",
                   "BIG5",         "BIG5-HKSCS",   "EUC-JP",       "ISO-2022-JP",  "EUC-KR"});
}

Sandbox load_all(const std::function<void()>& prepare) {
  const int landlock = landlock_version();
  warm_up();
  if (landlock == 0) load_rare_converters();
  prepare();
  return Sandbox(landlock);
}

void confine(ProcessLimits limits, Sandbox& sandbox) {
  limit_resources(limits.memory_bytes, limits.cpu_seconds);
  drop_root();
  sandbox.enter();
}

}  // namespace assay::extract
