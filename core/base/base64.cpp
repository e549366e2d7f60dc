// SPDX-License-Identifier: Apache-2.0
// Encodes with OpenSSL.
#include "core/base/base64.hpp"

#include <openssl/evp.h>

namespace assay {

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // and the NUL that OpenSSL writes
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace assay
