// SPDX-License-Identifier: Apache-2.0
// Decodes them.
#include "core/extract/extract_answers.hpp"

#include <algorithm>
#include <utility>

#include "core/extract/extract_protocol.hpp"

namespace assay {
namespace {

using frames::Type;

bool word_of(std::string_view text, std::size_t max_bytes, std::string_view also) {
  return !text.empty() && text.size() <= max_bytes &&
         std::all_of(text.begin(), text.end(), [also](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  also.find(c) != std::string_view::npos;
         });
}

}  // namespace

std::optional<Inspection> decode_inspection(const Frame& frame) {
  if (frame.type != Type::Inspection) return std::nullopt;
  const auto json = Json::parse(frame.payload);
  if (!json) return std::nullopt;
  const auto file_type = json->get("fileType").as_string();
  const auto content_type = json->get("contentType").as_string();
  const auto archive = json->get("archive").as_bool();
  if (!file_type || !content_type || !archive) return std::nullopt;
  if (!word_of(*file_type, 16, "") || !word_of(*content_type, 128, "/.-+_")) return std::nullopt;
  return Inspection{*file_type, *content_type, *archive, {}};
}

bool add_member(const Frame& frame, std::vector<ArchiveFile>& files) {
  if (frame.type != Type::Member) return false;
  auto file = frames::decode_member(frame.payload);
  if (!file) return false;
  files.push_back(std::move(*file));
  return files.size() <= static_cast<std::size_t>(frames::kMaxArchiveFiles + frames::kMaxLeftOut);
}

bool done_with(const Frame& frame, std::string_view what, std::uint64_t count) {
  if (frame.type != Type::Done) return false;
  const auto json = Json::parse(frame.payload);
  const auto said = json ? json->get(what).as_integer() : std::nullopt;
  return said && *said >= 0 && static_cast<std::uint64_t>(*said) == count;
}

}  // namespace assay
