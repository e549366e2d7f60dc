// SPDX-License-Identifier: Apache-2.0
// Small files in each format, with every construct that the importers know.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

// A CISO Assistant library: one framework of seven requirements, a mapping set of two links.
std::string sample_library();
// The head of a library, to precede "objects:".
std::string library_head();
// A library with one framework whose requirement_nodes are these lines (indented by four).
std::string library_of(std::string_view nodes);

// An OSCAL catalog: groups in groups, enhancements, objectives, parameters, a withdrawn control.
std::string sample_catalog();
// A catalog whose only group contains this JSON array of controls.
std::string catalog_of(std::string_view controls);

// The requirement with this label; if there is none, a test failure and an empty one.
Requirement requirement(const Result<Import>& import, std::string_view label);
// Whether some warning, or some skipped entry's path and reason, contains this.
bool warned(const Import& import, std::string_view part);
bool skipped(const Import& import, std::string_view path, std::string_view reason);
// The message of the error; "accepted" if there is none.
std::string refusal_of(const Result<Import>& import);

}  // namespace assay::packs
