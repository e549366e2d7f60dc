// SPDX-License-Identifier: Apache-2.0
// Reads records, and the directories of parts from the latest edit back to the first.
#include "pipeline/extract/legacy/ppt_records.hpp"

#include "pipeline/extract/compound/little_endian.hpp"
#include "pipeline/extract/legacy/legacy_document.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kPptHeader = 8;
constexpr std::uint32_t kEncryptedMark = 0xF3D1C4DF;
constexpr std::size_t kEncryptedEdit = 32;  // bytes of an edit that names a key
constexpr std::size_t kMaxParts = 200'000;

}  // namespace

PptRecord ppt_record_at(std::string_view bytes, std::size_t at) {
  const unsigned first = le_u16(bytes, at);
  return {static_cast<Ppt>(le_u16(bytes, at + 2)), first >> 4U,
          part_of(bytes, at + kPptHeader, le_u32(bytes, at + 4))};
}

std::optional<PptRecord> PptRecords::next() {
  if (bytes_.size() - at_ < kPptHeader) return std::nullopt;
  const PptRecord record = ppt_record_at(bytes_, at_);
  at_ += kPptHeader + record.data.size();
  return record;
}

std::optional<PptRecord> ppt_child(std::string_view container, Ppt type) {
  PptRecords records(container);
  while (auto record = records.next()) {
    if (record->type == type) return record;
  }
  return std::nullopt;
}

PptFile::PptFile(const CompoundFolder& root) {
  if (!root.has("PowerPoint Document")) {
    refuse_version("a presentation of PowerPoint 95 or older", "PPTX");
  }
  stream_ = root.stream("PowerPoint Document");
  std::size_t at = last_edit(root);
  // Each edit names the one before it, which lies before it in the stream.
  for (bool latest = true;; latest = false) {
    const PptRecord edit = ppt_record_at(stream_, at);
    if (edit.type != Ppt::Edit) throw CompoundError("has no list of its edits where it names it");
    if (edit.data.size() >= kEncryptedEdit) refuse_protected("PowerPoint presentation");
    if (latest) document_ = le_u32(edit.data, 16);
    const PptRecord directory = ppt_record_at(stream_, le_u32(edit.data, 12));
    if (directory.type != Ppt::Directory) throw CompoundError("has no directory of its slides");
    read_directory(directory.data);
    const std::size_t before = le_u32(edit.data, 8);
    // A damaged chain ends here: a slide that only older edits know is then missing, and named so.
    if (before == 0 || before >= at) return;
    at = before;
  }
}

std::size_t PptFile::last_edit(const CompoundFolder& root) const {
  if (root.has("Current User")) {
    const std::string user = root.stream("Current User");
    if (user.size() >= 20) {
      if (le_u32(user, 12) == kEncryptedMark) refuse_protected("PowerPoint presentation");
      return le_u32(user, 16);
    }
  }
  std::optional<std::size_t> found;
  for (std::size_t at = 0; at + kPptHeader <= stream_.size();) {
    const PptRecord record = ppt_record_at(stream_, at);
    if (record.type == Ppt::Edit) found = at;
    at += kPptHeader + record.data.size();
  }
  if (!found) throw CompoundError("has no list of its edits");
  return *found;
}

// Runs of parts with numbers in a row: the first number and how many, then their places. What a
// later edit says counts.
void PptFile::read_directory(std::string_view directory) {
  for (std::size_t at = 0; at + 4 <= directory.size();) {
    const std::uint32_t run = le_u32(directory, at);
    const std::uint32_t first = run & 0xFFFFFU;
    const std::uint32_t count = run >> 20U;
    at += 4;
    for (std::uint32_t i = 0; i < count; ++i, at += 4) {
      places_.emplace(first + i, le_u32(directory, at));
    }
    if (places_.size() > kMaxParts) throw CompoundError("names more than 200,000 parts");
  }
}

PptRecord PptFile::part(std::uint32_t id) const {
  const auto place = places_.find(id);
  if (place == places_.end()) throw CompoundError("refers to a part that it lacks");
  return ppt_record_at(stream_, place->second);
}

}  // namespace assay::extract
