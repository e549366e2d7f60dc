// SPDX-License-Identifier: Apache-2.0
// Loads what the libraries would otherwise fetch from disk in the middle of a document.
#pragma once

namespace assay::extract {

// Locale, character set converters, and libxml2, with every outside entity refused from then on.
// (libmagic's database is loaded by constructing Magic.) Throws when the locale is missing.
void warm_up();

}  // namespace assay::extract
