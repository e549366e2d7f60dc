// SPDX-License-Identifier: Apache-2.0
// E-mail messages (RFC 5322, RFC 2045 to 2049), taken apart with GMime: what is a message's text,
// what is attached and under which name, and what nobody here can read. A mailbox (RFC 4155) is cut
// into its messages.
#pragma once

#include <gmime/gmime.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::extract {

struct ReleaseObject {
  void operator()(void* object) const { ::g_object_unref(object); }
};
template <class T>
using GHandle = std::unique_ptr<T, ReleaseObject>;

struct MailHeader {
  std::string name;
  std::string value;  // decoded
};

// A part that is not text of the message. Objects belong to the message.
struct MailMember {
  std::string name;  // as the message states it, or made up; never empty
  GMimeObject* part = nullptr;
  std::string_view left_out = {};  // why it cannot become a document; empty if it can
};

class MailMessage {
 public:
  // bytes: at most one "From " line before the headers. Throws ReadFailure (Broken, Limit).
  explicit MailMessage(std::string_view bytes);

  // From, To, Cc and Date as far as they are there.
  [[nodiscard]] std::vector<MailHeader> headers() const;
  [[nodiscard]] std::string subject() const;
  // Texts in the order in which programs show them, each text/plain, text/html or the like.
  [[nodiscard]] const std::vector<GMimePart*>& texts() const { return texts_; }
  [[nodiscard]] const std::vector<MailMember>& members() const { return members_; }
  // Whether the message as a whole is encrypted, or in an envelope that hides its text.
  [[nodiscard]] bool sealed() const { return sealed_; }
  // "multipart/related", in lower case.
  [[nodiscard]] std::string type() const;

 private:
  struct Open {
    GMimeObject* part;
    bool text_wanted;  // false in alternatives to a text that was taken
    bool embedded;     // beside the text that shows it
  };
  void take_apart(GMimeObject* root);
  void multipart(const Open& open, std::vector<Open>& stack);
  void leaf(const Open& open);
  void seal(const Open& open, std::string_view why);
  [[nodiscard]] std::string header(const char* name) const;

  GHandle<GMimeMessage> message_;
  std::vector<GMimePart*> texts_;
  std::vector<MailMember> members_;
  bool sealed_ = false;
};

// The content of a part: decoded bytes, or the source of a message.
[[nodiscard]] std::string mail_content(GMimeObject* part);
// The type of a part, in lower case: "text/plain".
[[nodiscard]] std::string mail_part_type(GMimeObject* part);

// A name without folders, of at most 200 bytes, that an archive's member may have. Made of the
// number and the type if the part states none: "part 2.pdf".
[[nodiscard]] std::string mail_member_name(GMimeObject* part, std::size_t number);
// "007 Re: Backups.eml", for the messages of a mailbox.
[[nodiscard]] std::string mailbox_member_name(std::size_t number, std::string_view subject);

// The source of a message in UTF-8 if it was stored in UTF-16, and without a "From " line.
[[nodiscard]] std::string mail_source(std::string_view bytes);

// Goes through the messages of a mailbox.
class Mailbox {
 public:
  // bytes must outlive the mailbox.
  explicit Mailbox(std::string_view bytes) : bytes_(bytes) {}
  // The next message without its "From " line; false at the end.
  [[nodiscard]] bool next(std::string& message);

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace assay::extract
