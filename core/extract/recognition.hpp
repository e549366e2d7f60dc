// SPDX-License-Identifier: Apache-2.0
// Settings for recognising words in pictures (OCR).
#pragma once

#include <chrono>
#include <string>

#include "core/extract/extractor.hpp"

namespace assay {

// Where Debian's tesseract-ocr-* packages keep the data of languages.
inline constexpr const char* kTessdataFolder = "/usr/share/tesseract-ocr/5/tessdata";

// The program is assay-ocr, in the folder of extract_binary. languages: "eng+deu". One whose data
// is not installed is left out and logged: documents do not wait for it.
[[nodiscard]] Extractor::Recognition recognition_of(const std::string& extract_binary,
                                                    const std::string& languages,
                                                    std::chrono::seconds page);

}  // namespace assay
