// SPDX-License-Identifier: Apache-2.0
// Walks the tree of parts without recursion, and decides on each leaf.
#include "pipeline/extract/mail/mail_message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxHeaderBytes = std::size_t{16} * 1024;
// GMime keeps several copies of each header.
constexpr std::size_t kMaxHeaderBlock = std::size_t{1024} * 1024;
constexpr std::size_t kLongestField = 80;
constexpr std::ptrdiff_t kMaxColons = 5000;
constexpr std::string_view kSignature =
    "It is the message's signature, which Assay does not check.";
constexpr std::string_view kEncrypted = "It is encrypted. Upload a decrypted copy.";
constexpr std::string_view kEmbedded = "It is a picture in the message's text.";
constexpr std::string_view kElsewhere = "Only a link to it is in the message.";

std::string string_or_empty(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

// The length of everything before the first empty line.
std::size_t header_bytes(std::string_view message) {
  return std::min({message.find("\n\n"), message.find("\n\r\n"), message.size()});
}

bool holds_addresses(std::string_view field) {
  const std::string name = ascii_lower(field);
  return name.ends_with("to") || name.ends_with("from") || name.ends_with("cc") ||
         name.ends_with("sender");
}

// GMime reads groups of addresses ("Team: a, b;") by recursion, so that a hostile message could
// nest them until its stack is full. Checks all lines: messages may be inside the message.
void refuse_nested_addresses(std::string_view message) {
  std::ptrdiff_t colons = 0;
  bool addresses = false;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find('\n', at), message.size());
    const std::string_view line = message.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(' ') && !line.starts_with('\t')) {
      const std::string_view field = line.substr(0, line.substr(0, kLongestField).find(':'));
      addresses = field.size() < kLongestField && holds_addresses(trim(field));
      colons = 0;
    }
    if (addresses) colons += std::ranges::count(line, ':');
    if (colons > kMaxColons) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The e-mail message has more than 5,000 groups in a list of addresses. "
                        "Save its text as a new file, and upload that.");
    }
  }
}

bool is_attachment(GMimePart* part) {
  const char* disposition = ::g_mime_object_get_disposition(GMIME_OBJECT(part));
  if (disposition != nullptr && iequals(disposition, "attachment")) return true;
  return ::g_mime_part_get_filename(part) != nullptr;
}

// Texts that belong to the message unless they are attached as files.
bool readable_text(std::string_view type) {
  constexpr std::array<std::string_view, 6> kTypes{"text/plain",    "text/html",
                                                   "text/enriched", "text/rfc822-headers",
                                                   "text/markdown", "message/delivery-status"};
  return std::ranges::find(kTypes, type) != kTypes.end();
}

GMimeObject* child_of(GMimeObject* part, int index) {
  return ::g_mime_multipart_get_part(GMIME_MULTIPART(part), index);
}

// The alternative to show: a plain text with words, or the last one, which is the richest.
int chosen(GMimeObject* alternatives, int count) {
  int rich = 0;
  for (int i = 0; i < count; ++i) {
    GMimeObject* one = child_of(alternatives, i);
    const std::string type = mail_part_type(one);
    if (type == "text/plain" && !trim(mail_content(one)).empty()) return i;
    if (type == "text/html" || type.starts_with("multipart/")) rich = i;
  }
  return rich;
}

}  // namespace

std::string mail_part_type(GMimeObject* part) {
  GMimeContentType* type = ::g_mime_object_get_content_type(part);
  if (type == nullptr) return "text/plain";
  return ascii_lower(string_or_empty(::g_mime_content_type_get_media_type(type)) + "/" +
                     string_or_empty(::g_mime_content_type_get_media_subtype(type)));
}

std::string mail_content(GMimeObject* part) {
  const GHandle<GMimeStream> out(::g_mime_stream_mem_new());
  if (GMIME_IS_MESSAGE_PART(part)) {
    GMimeMessage* message = ::g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
    if (message == nullptr) return {};
    if (::g_mime_object_write_to_stream(GMIME_OBJECT(message), nullptr, out.get()) < 0) return {};
  } else if (GMIME_IS_PART(part)) {
    GMimeDataWrapper* content = ::g_mime_part_get_content(GMIME_PART(part));
    if (content == nullptr) return {};
    if (::g_mime_data_wrapper_write_to_stream(content, out.get()) < 0) return {};
  }
  const GByteArray* bytes = ::g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out.get()));
  return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

MailMessage::MailMessage(std::string_view bytes) {
  if (header_bytes(bytes) > kMaxHeaderBlock) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The e-mail message has more than 1 MB of headers. Save its text as a new "
                      "file, and upload that.");
  }
  refuse_nested_addresses(bytes);
  ::g_mime_init();  // does nothing where warm_up() has called it; without it GMime crashes
  const GHandle<GMimeStream> stream(
      ::g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const GHandle<GMimeParser> parser(::g_mime_parser_new_with_stream(stream.get()));
  message_.reset(::g_mime_parser_construct_message(parser.get(), nullptr));
  if (!message_) {
    throw ReadFailure(ExtractProblem::Broken,
                      "The e-mail message cannot be read: its headers are damaged. Save it again "
                      "in the e-mail program and upload that file.");
  }
  if (GMimeObject* root = ::g_mime_message_get_mime_part(message_.get())) take_apart(root);
}

std::string MailMessage::type() const {
  GMimeObject* root = ::g_mime_message_get_mime_part(message_.get());
  return root == nullptr ? std::string() : mail_part_type(root);
}

void MailMessage::take_apart(GMimeObject* root) {
  std::vector<Open> stack{{root, true, false}};
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    if (GMIME_IS_MULTIPART(open.part)) {
      multipart(open, stack);
    } else {
      leaf(open);
    }
  }
}

void MailMessage::seal(const Open& open, std::string_view why) {
  if (texts_.empty() && open.part == ::g_mime_message_get_mime_part(message_.get())) sealed_ = true;
  members_.push_back({mail_member_name(open.part, members_.size() + 1), open.part, why});
}

void MailMessage::multipart(const Open& open, std::vector<Open>& stack) {
  const std::string type = mail_part_type(open.part);
  if (type == "multipart/encrypted") return seal(open, kEncrypted);
  const int count = ::g_mime_multipart_get_count(GMIME_MULTIPART(open.part));
  const bool alternatives = type == "multipart/alternative";
  const int shown = alternatives && open.text_wanted ? chosen(open.part, count) : 0;
  // Reversed, so that the first one comes off the stack first.
  for (int i = count - 1; i >= 0; --i) {
    const bool wanted = open.text_wanted && (!alternatives || i == shown);
    const bool embedded = open.embedded || (type == "multipart/related" && i > 0);
    stack.push_back({child_of(open.part, i), wanted, embedded});
  }
}

void MailMessage::leaf(const Open& open) {
  const std::string type = mail_part_type(open.part);
  const std::size_t number = members_.size() + 1;
  if (GMIME_IS_MESSAGE_PART(open.part)) {
    members_.push_back({mail_member_name(open.part, number), open.part});
    return;
  }
  if (!GMIME_IS_PART(open.part)) return;
  GMimePart* part = GMIME_PART(open.part);
  if (type == "application/pkcs7-mime" || type == "application/x-pkcs7-mime") {
    return seal(open, kEncrypted);
  }
  std::string_view left_out;
  if (type.ends_with("pkcs7-signature") || type == "application/pgp-signature") {
    left_out = kSignature;
  } else if (type == "message/external-body") {
    left_out = kElsewhere;
  } else if (open.embedded && type.starts_with("image/")) {
    left_out = kEmbedded;
  } else if (readable_text(type) && !is_attachment(part)) {
    if (open.text_wanted) texts_.push_back(part);
    return;
  }
  members_.push_back({mail_member_name(open.part, number), open.part, left_out});
}

std::string MailMessage::header(const char* name) const {
  GMimeHeaderList* list = ::g_mime_object_get_header_list(GMIME_OBJECT(message_.get()));
  GMimeHeader* found = ::g_mime_header_list_get_header(list, name);
  if (found == nullptr) return {};
  const std::string value = utf8::repair(string_or_empty(::g_mime_header_get_value(found)));
  if (value.size() <= kMaxHeaderBytes) return value;
  return std::string(utf8::prefix(value, kMaxHeaderBytes)) + "…";
}

std::vector<MailHeader> MailMessage::headers() const {
  std::vector<MailHeader> headers;
  for (const char* name : {"From", "To", "Cc", "Date"}) {
    std::string value = header(name);
    if (!trim(value).empty()) headers.push_back({name, std::move(value)});
  }
  return headers;
}

std::string MailMessage::subject() const {
  return header("Subject");
}

}  // namespace assay::extract
