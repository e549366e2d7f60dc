// SPDX-License-Identifier: Apache-2.0
// Loads what the libraries would otherwise fetch from disk in the middle of a document.
#pragma once

namespace assay::extract {

// Locale, character set converters, and libxml2, with every outside entity refused from then on.
// (libmagic's database is loaded by constructing Magic.) Throws when the locale is missing.
void warm_up();
// The other encodings of web pages (Encoding Standard, section 4.2), which take longer to load than
// a small document to read. Only where no converter can be opened later. Throws when one is
// missing.
void load_rare_converters();

}  // namespace assay::extract
