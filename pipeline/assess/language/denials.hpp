// SPDX-License-Identifier: Apache-2.0
// Words that deny: bans, contrary states ("plain" where "encrypted" is asked for), and sentences
// that exempt part, or all, of what stands before them from a rule.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Whether a requirement asks for what a ban shows as well: "restricted", "protected against"; but
// not "checked against".
[[nodiscard]] bool asks_for_ban(std::span<const text::Term> requirement);

// "Traffic is not blocked", "has no write protection": that what keeps it from happening is not
// there. Elsewhere a denial beside such a word denies nothing: "no message passes that is not
// blocked".
[[nodiscard]] bool denies_ban(std::span<const text::Term> requirement,
                              std::span<const text::Term> evidence);

// The first of the terms that says the contrary of the word asked for ("unencrypted" of
// "encrypted", "active" of "disabled"), where nothing before it denies it ("no account is active")
// and none is the word asked for. nullptr: none.
[[nodiscard]] const text::Term* opposite_in(const std::string& asked_stem,
                                            const std::vector<text::Term>& terms);

struct Exemption {
  bool all = false;      // the rule is suspended as a whole
  bool managed = false;  // approved, limited or compensated, as an exception ought to be
};

// text: the sentence; behind: the one that follows, which may say how the exception is managed.
// nullopt: it makes none ("without exception").
[[nodiscard]] std::optional<Exemption> exemption(const text::Wording& said,
                                                 const text::Wording& behind);

// Whether a text tells that what it speaks of is approved, and limited or compensated.
[[nodiscard]] bool is_managed(std::string_view text);

// "There are no exceptions": what follows tells what the rule does not mean.
[[nodiscard]] bool excludes_exceptions(const text::Wording& said);

}  // namespace assay::assess
