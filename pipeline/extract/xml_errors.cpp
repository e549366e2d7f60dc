// SPDX-License-Identifier: Apache-2.0
// Listening to libxml2's errors.
#include "pipeline/extract/xml_errors.hpp"

#include <libxml/xmlerror.h>

namespace assay::extract {
namespace {

thread_local bool allocation_failed = false;

// Its type is libxml2's; only a later release has the error const.
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
