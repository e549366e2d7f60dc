// SPDX-License-Identifier: Apache-2.0
// Names the attachments of an Outlook message.
#include <span>
#include <string>

#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/legacy/msg_attachments.hpp"

namespace assay::extract {
namespace {

constexpr std::string_view kNotHeld = "The message only names this file and does not hold it.";

}  // namespace

// A message that cannot be taken apart stays a file, which fails by itself.
void walk_msg(std::string_view bytes, std::string_view /*name*/, Members& members) {
  try {
    for_each_attachment(bytes, [&members](std::string_view name, std::string_view content) {
      const std::string_view left_out = content.empty() ? kNotHeld : std::string_view();
      members.take({std::string(name), false, content.size(), left_out},
                   [content](const Bytes& sink) { sink(std::as_bytes(std::span(content))); });
    });
  } catch (const CompoundError& error) {
    throw ContainerError(error.what(), ExtractProblem::Broken);
  }
}

}  // namespace assay::extract
