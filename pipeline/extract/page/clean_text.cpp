// SPDX-License-Identifier: Apache-2.0
// Normalises extracted text: characters first, then spaces at line ends and empty lines. Guesses an
// encoding, and converts with iconv (part of the C library).
#include "pipeline/extract/page/clean_text.hpp"

#include <iconv.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <system_error>

#include "core/base/c_handle.hpp"
#include "core/json/utf8.hpp"

namespace assay::extract {
namespace {

constexpr char32_t kDrop = 0;
constexpr char32_t kSoftHyphen = 0xAD;

// Marks, embeddings, overrides and isolates (UAX 9). The text is in the order it is read.
bool says_direction(char32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

// Returns the normal form of a character that is not plain ASCII text.
char32_t normal_form(char32_t code) {
  if (code == U'\n' || code == U'\t') return code;
  if (code == U'\f' || code == U'\v' || code == 0x85 || code == 0x2028 || code == 0x2029) {
    return U'\n';
  }
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return kDrop;
  if (code == 0xA0 || code == 0x202F || code == 0x205F || code == 0x3000) return U' ';
  if (code >= 0x2000 && code <= 0x200A) return U' ';
  if (code == 0x200B || code == 0x2060 || code == 0xFEFF) return kDrop;
  if (says_direction(code)) return kDrop;
  return code;
}

// The position after a line break at that place, or the place itself.
std::size_t behind_break(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '\r') ++at;
  return at < text.size() && text[at] == '\n' ? at + 1 : at;
}

// Ends a line of out: removes trailing spaces and never starts a second empty line in a row.
void end_line(std::string& out) {
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
  if (out.empty() || out.ends_with("\n\n")) return;
  out.push_back('\n');
}

constexpr std::size_t kSample = std::size_t{64} * 1024;

class Converter {
 public:
  explicit Converter(const std::string& from) : handle_(::iconv_open("UTF-8", from.c_str())) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (known()) static_cast<void>(::iconv_close(handle_));
  }
  // iconv's failure value is a cast of -1 to its pointer type.
  [[nodiscard]] bool known() const {
    return reinterpret_cast<std::intptr_t>(handle_) != -1;  // NOLINT
  }

  // Invalid bytes become U+FFFD.
  std::string convert(std::string_view bytes) {
    std::string out;
    std::array<char, 16384> buffer{};
    char* in = const_cast<char*>(bytes.data());  // iconv's signature predates const
    std::size_t left = bytes.size();
    while (left > 0) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t result = ::iconv(handle_, &in, &left, &to, &room);
      out.append(buffer.data(), buffer.size() - room);
      if (result != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      utf8::append(utf8::kReplacement, out);
      if (errno == EINVAL) break;  // truncated within a character
      ++in;
      --left;
    }
    return out;
  }

 private:
  iconv_t handle_;
};

std::string convert(const char* from, std::string_view bytes) {
  auto converted = to_utf8_from(from, bytes);
  if (!converted) throw std::system_error(EINVAL, std::generic_category(), "iconv_open");
  return std::move(*converted);
}

// Share of zero bytes at positions congruent to `at` modulo `width`, in percent.
std::size_t zeros(std::string_view sample, std::size_t at, std::size_t width) {
  std::size_t count = 0;
  std::size_t places = 0;
  for (std::size_t i = at; i < sample.size(); i += width, ++places) {
    if (sample[i] == '\0') ++count;
  }
  return places == 0 ? 0 : count * 100 / places;
}

// UTF-16 without a mark: the high bytes of European text are mostly zero, the low bytes never.
const char* unmarked_utf16(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, kSample);
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return nullptr;
  const std::size_t even = zeros(sample, 0, 2);
  const std::size_t odd = zeros(sample, 1, 2);
  if (odd > 60 && even == 0) return "UTF-16LE";
  if (even > 60 && odd == 0) return "UTF-16BE";
  return nullptr;
}

struct Mark {
  std::string_view bytes;
  const char* charset;
};
// UTF-32's little-endian mark begins with that of UTF-16, so it comes first.
constexpr std::array kMarks{
    Mark{{"\xEF\xBB\xBF", 3}, "UTF-8"},    Mark{{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
    Mark{{"\0\0\xFE\xFF", 4}, "UTF-32BE"}, Mark{{"\xFF\xFE", 2}, "UTF-16LE"},
    Mark{{"\xFE\xFF", 2}, "UTF-16BE"},
};

const Mark* mark_of(std::string_view bytes) {
  const auto* found = std::find_if(kMarks.begin(), kMarks.end(), [bytes](const Mark& mark) {
    return bytes.starts_with(mark.bytes);
  });
  return found == kMarks.end() ? nullptr : found;
}

// Whether texts have no use for this control character.
bool binary(char c) {
  return c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f';
}

// Whether it is valid up to a character truncated at the end of a sample.
bool valid_sample(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, kSample);
  for (std::size_t cut = 0; cut < 4 && cut <= sample.size(); ++cut) {
    if (utf8::valid(sample.substr(0, sample.size() - cut))) return true;
    if (sample.size() == bytes.size()) return false;
  }
  return false;
}

}  // namespace

bool presentation_form(char32_t code) {
  return (code >= 0xFB00 && code <= 0xFDFF) || (code >= 0xFE70 && code <= 0xFEFC);
}

std::string letters_of(char32_t form) {
  std::string own;
  utf8::append(form, own);
  constexpr auto kOptions =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE);
  utf8proc_uint8_t* mapped = nullptr;
  const auto length = ::utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(own.data()),
                                     static_cast<utf8proc_ssize_t>(own.size()), &mapped, kOptions);
  const CHandle<utf8proc_uint8_t, std::free> letters(mapped);
  if (length < 0) return own;
  return {reinterpret_cast<const char*>(letters.get()), static_cast<std::size_t>(length)};
}

char32_t clean_character(char32_t code) {
  return normal_form(code);
}

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (byte == '\r') {
      if (++at == text.size() || text[at] != '\n') end_line(out);
      continue;
    }
    if (byte > ' ' && byte < 0x7F) {
      out.push_back(byte);
      ++at;
      continue;
    }
    const char32_t read = utf8::next(text, at);
    const char32_t code = normal_form(read);
    if (read == kSoftHyphen) {
      at = behind_break(text, at);
    } else if (presentation_form(read)) {
      out += letters_of(read);
    } else if (code == U'\n') {
      end_line(out);
    } else if (code != kDrop) {
      utf8::append(code, out);
    }
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\n')) {
    out.pop_back();
  }
  return out;
}

std::string clean_line(std::string_view text) {
  const std::string cleaned = clean_text(text);
  std::string out;
  out.reserve(cleaned.size());
  for (const char c : cleaned) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r\f\v";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool iequals(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ascii_lower(a) == ascii_lower(b);
}

std::string to_utf8(std::string_view bytes) {
  if (const Mark* mark = mark_of(bytes)) {
    const std::string_view rest = bytes.substr(mark->bytes.size());
    return mark->bytes.size() == 3 ? utf8::repair(rest) : convert(mark->charset, rest);
  }
  if (const char* charset = unmarked_utf16(bytes)) return convert(charset, bytes);
  if (utf8::valid(bytes)) return std::string(bytes);
  // A long UTF-8 file with a bad byte or two stays UTF-8; legacy encodings fail throughout.
  if (bytes.size() > kSample && valid_sample(bytes)) return utf8::repair(bytes);
  return convert("WINDOWS-1252", bytes);
}

std::optional<std::string> to_utf8_from(std::string_view charset, std::string_view bytes) {
  const std::string name = ascii_lower(charset);
  if (name == "utf-8" || name == "utf8") return utf8::repair(bytes);
  // As browsers do: pages labelled Latin-1 or ASCII are read as Windows-1252.
  const bool latin = name == "iso-8859-1" || name == "latin1" || name == "us-ascii";
  Converter converter(latin ? "WINDOWS-1252" : name);
  if (!converter.known()) return std::nullopt;
  return converter.convert(bytes);
}

bool looks_like_text(std::string_view bytes) {
  if (mark_of(bytes) != nullptr || unmarked_utf16(bytes) != nullptr) return true;
  const std::string_view sample = bytes.substr(0, kSample);
  const auto control = static_cast<std::size_t>(
      std::count_if(sample.begin(), sample.end(), [](char c) { return binary(c) && c != '\x1B'; }));
  if (sample.find('\0') != std::string_view::npos) return false;
  return control * 100 <= sample.size();
}

bool certainly_text(std::string_view bytes) {
  const std::string_view sample = bytes.substr(0, kSample);
  return std::none_of(sample.begin(), sample.end(), binary) && valid_sample(bytes);
}

}  // namespace assay::extract
