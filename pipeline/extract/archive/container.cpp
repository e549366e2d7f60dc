// SPDX-License-Identifier: Apache-2.0
// Lists the kinds of containers.
#include "pipeline/extract/archive/container.hpp"

#include <algorithm>
#include <array>

namespace assay::extract {
namespace {

constexpr std::array kContainers{
    Container{"zip", "ZIP archive", true, false, walk_zip},
    Container{"tar", "TAR archive", false, false, walk_tar},
    Container{"7z", "7-Zip archive", false, false, walk_7z},
    Container{"gz", "GZIP archive", false, false, walk_compressed},
    Container{"bz2", "BZIP2 archive", false, false, walk_compressed},
    Container{"xz", "XZ archive", false, false, walk_compressed},
    Container{"eml", "e-mail message", false, true, walk_eml},
    Container{"msg", "Outlook message", false, true, walk_msg},
    Container{"mbox", "mailbox", false, false, walk_mbox},
};

}  // namespace

const Container* container_of(std::string_view type) {
  const auto* found =
      std::find_if(kContainers.begin(), kContainers.end(),
                   [type](const Container& container) { return container.type == type; });
  return found == kContainers.end() ? nullptr : found;
}

}  // namespace assay::extract
