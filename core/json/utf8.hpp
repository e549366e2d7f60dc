// SPDX-License-Identifier: Apache-2.0
// UTF-8: validity, repair, counting and cutting by code points. Offsets of chunks and pages are
// code points, so every layer that shows or checks one counts with these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::utf8 {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Reads the code point at bytes[at] and moves `at` past it. A byte that starts no valid sequence
// (overlong, surrogate, beyond U+10FFFF, truncated) is consumed alone as kReplacement and sets *bad
// (if given). Precondition: at < bytes.size().
[[nodiscard]] char32_t next(std::string_view bytes, std::size_t& at, bool* bad = nullptr);
void append(char32_t code_point, std::string& out);

[[nodiscard]] bool valid(std::string_view bytes);
// Replaces each bad byte with U+FFFD; valid text comes back unchanged.
[[nodiscard]] std::string repair(std::string_view bytes);
// Repairs the text and drops NUL, which PostgreSQL text cannot hold.
[[nodiscard]] std::string storable(std::string_view bytes);

// Whether a character has no visible form and no effect on others that a name needs: line and
// paragraph separators, and ignorable characters (Default_Ignorable_Code_Point of the Unicode
// Character Database) except those that join or shape letters and emoji (U+200C, U+200D, U+00AD,
// variation selectors) and those that turn text, which views isolate (UAX #9).
[[nodiscard]] bool hides(char32_t code_point);
// Whether the text has a character that can be seen. Precondition: valid(text).
[[nodiscard]] bool visible(std::string_view text);
// Why the text cannot be a name or a code, as words that follow the name of its field: nothing in
// it can be seen, or it has control characters, line breaks, tabs, or characters that hide. nullopt
// if it can. Precondition: valid(text).
[[nodiscard]] std::optional<std::string_view> fault_in_name(std::string_view text);
// The same for prose in any script, which may have line breaks, tabs and characters that hide.
[[nodiscard]] std::optional<std::string_view> fault_in_prose(std::string_view text);
// A name that cannot be refused, because nobody here chose it: each control character and each that
// hides becomes U+FFFD. They are not dropped, so that no two parts of a name come together.
[[nodiscard]] std::string shown(std::string_view text);

// Number of code points. Precondition of all below: valid(text).
[[nodiscard]] std::size_t length(std::string_view text);
// Byte position of the given code point, or text.size() if there are fewer.
[[nodiscard]] std::size_t byte_offset(std::string_view text, std::size_t code_points);
// Counts in code points as std::string_view::substr counts in bytes.
[[nodiscard]] std::string_view substr(std::string_view text, std::size_t start, std::size_t count);
// At most max_bytes bytes, never splitting a code point.
[[nodiscard]] std::string_view prefix(std::string_view text, std::size_t max_bytes);
// Order of the UTF-16 forms (RFC 8785 section 3.2.3), which differs from byte order beyond U+FFFF.
[[nodiscard]] bool less_in_utf16(std::string_view a, std::string_view b);

}  // namespace assay::utf8
