// SPDX-License-Identifier: Apache-2.0
// Loads the files that the libraries would otherwise read from disk in the middle of a document.
#pragma once

namespace assay::extract {

// Loads the locale, character set converters, and libxml2, and makes libxml2 refuse every external
// entity. (Constructing Magic loads libmagic's database.) Throws if the locale is missing.
void warm_up();
// Loads the other encodings of web pages (Encoding Standard, section 4.2), which takes longer than
// reading a small document. Only needed if no converter can be opened later. Throws if one is
// missing.
void load_rare_converters();

}  // namespace assay::extract
