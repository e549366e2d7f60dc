// SPDX-License-Identifier: Apache-2.0
// Opens OpenDocument containers.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/extract/document_package.hpp"

namespace assay::extract {

class OdfPackage : public DocumentPackage {
 public:
  // Like DocumentPackage; also throws ReadFailure (Encrypted) if the manifest says that the content
  // is encrypted.
  OdfPackage(std::string_view bytes, std::string document);
};

}  // namespace assay::extract
