// SPDX-License-Identifier: Apache-2.0
// Records libxml2's errors.
#include "pipeline/extract/xml/xml_errors.hpp"

#include <libxml/xmlerror.h>

namespace assay::extract {
namespace {

thread_local bool allocation_failed = false;

// libxml2 prescribes the type; the error is const only in later releases.
void on_error(void* /*context*/, xmlErrorPtr error) {
  if (error != nullptr && error->code == XML_ERR_NO_MEMORY) allocation_failed = true;
}

}  // namespace

void watch_xml_errors() {
  allocation_failed = false;
  ::xmlResetLastError();
  ::xmlSetStructuredErrorFunc(nullptr, on_error);
}

bool xml_out_of_memory() {
  const xmlError* last = ::xmlGetLastError();
  return allocation_failed || (last != nullptr && last->code == XML_ERR_NO_MEMORY);
}

}  // namespace assay::extract
