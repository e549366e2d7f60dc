// SPDX-License-Identifier: Apache-2.0
// Distinguishes faults of a document from faults of Assay.
#include "pipeline/extract/page/answer.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

#include "core/base/c_handle.hpp"
#include "core/base/io.hpp"
#include "pipeline/extract/page/damaged_input.hpp"

namespace assay::extract {
namespace {

// "std::out_of_range: vector::_M_range_check: ...". The standard library's messages hold no text of
// the document.
std::string described(const std::exception& fault) {
  const char* mangled = typeid(fault).name();
  int status = 0;
  const CHandle<char, std::free> name(abi::__cxa_demangle(mangled, nullptr, nullptr, &status));
  return std::string(name ? name.get() : mangled) + ": " + fault.what();
}

}  // namespace

void answer(FrameWriter& writer, const std::string& out_of_memory,
            const std::function<void()>& read) {
  try {
    read();
  } catch (const ReadFailure& failure) {
    writer.failure(failure.failure());
  } catch (const DamagedInput&) {
    writer.failure({ExtractProblem::Broken,
                    "The document cannot be read: its structure is damaged. Open it in the program "
                    "it was made with, save it as a new file, and upload that.",
                    {}});
  } catch (const std::bad_alloc&) {
    writer.failure({ExtractProblem::Memory, out_of_memory, {}});
  } catch (const IoError&) {
    throw;
  } catch (const std::exception& fault) {
    writer.failure({ExtractProblem::ReaderFault,
                    "Assay could not read this document. The fault is Assay's, not the document's. "
                    "Tell the administrator, who can have it read again after an upgrade.",
                    Json::object().set("fault", described(fault))});
  }
}

}  // namespace assay::extract
