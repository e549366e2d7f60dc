// SPDX-License-Identifier: Apache-2.0
// The phrases that weaken a statement, and those that only look so: folded words joined by blanks,
// parted by "|".
#pragma once

#include <array>
#include <string_view>

#include "pipeline/assess/weakening.hpp"

namespace assay::assess {

// What a phrase bears on: the rest of its clause, its clause, or the whole statement.
enum class Reach { Behind, Clause, Statement };

struct PhraseGroup {
  WeakeningRule rule;
  Reach reach;
  std::string_view phrases;
};

inline constexpr std::array kPhraseGroups{
    PhraseGroup{WeakeningRule::Negation, Reach::Behind,
                "absence of|cannot|fails to|lack|lacking|lacks|neither|never|no|no longer|"
                "no one|nobody|none contained|none of|none of them|not|nothing|unable to|"
                "without"},
    PhraseGroup{WeakeningRule::Negation, Reach::Clause,
                "are disabled|are missing|are switched off|been stopped|bypassed|deactivated|"
                "discontinued|dismantled|do not exist|does not exist|is disabled|is missing|is "
                "off|is switched off|"
                "not applicable|out of order|out of scope|out of use|status disabled|switched "
                "off|turned off|"
                "value off|was abandoned|was disabled|was switched off|were off"},
    // Of what the sentence before speaks of.
    PhraseGroup{WeakeningRule::Negation, Reach::Statement,
                "there are none|there is none|there was none|there were none|none exist|"
                "none existed|none exists|none has been|none is available|none is held|"
                "none is in place|none is kept|none so far|none was|none were"},
    PhraseGroup{
        WeakeningRule::Plan, Reach::Clause,
        "aim to|aims to|are envisaged|are looking for|are planning|is looking for|is planning|"
        "looking for a date|planning to|waiting for approval|will be arranged|"
        "will look at|are expected in|are foreseen|are planned|"
        "are proposed|is expected with|are expected with|is expected for|are scheduled|are "
        "scheduled for|are targeted|awaits budget|"
        "begins in|being developed|being evaluated|being implemented|"
        "being introduced|being prepared|being rolled out|decision to follow|"
        "for the coming year|foreseen for|has been ordered|have been ordered|"
        "hope to|in a later phase|in development|in negotiation|in preparation|"
        "in progress|intend to|intended to|intends to|is being built|is due to|"
        "is envisaged|is expected in|is foreseen|is intended|is planned|"
        "is proposed|is scheduled|is scheduled for|is targeted|not started|not yet|"
        "is on the list|are on the list|plan to|planned for|planned to|plans to|propose to|"
        "proposes to|roadmap|start in|starts in|still to be|subject to approval|"
        "subject to budget|targeted for|to be built|to be created|to be deployed|"
        "to be developed|to be established|to be implemented|to be installed|"
        "to be introduced|to be rolled out|to be set up|to be written|"
        "trial scheduled|under construction|under development|under evaluation|"
        "upcoming|we aim to|will be added|will be completed|will be created|"
        "will be defined|will be deployed|will be developed|will be enabled|"
        "will be established|will be extended|will be implemented|"
        "will be installed|will be introduced|will be migrated|will be rolled out|"
        "will be set up|will be written|will begin|will follow|will implement|"
        "will introduce|will start|working on|would like to|yet to|yet to be"},
    PhraseGroup{WeakeningRule::Plan, Reach::Statement,
                "backlog|due next meeting|state open|state planned|status in progress|"
                "status not started|status open|status planned"},
    PhraseGroup{WeakeningRule::Wish, Reach::Clause,
                "ad hoc|advisable|are advised|are encouraged|are recommended|as time permits|at "
                "the discretion|"
                "best effort|could|if possible|informally|is encouraged|is recommended|may|"
                "might|on request|optional|optionally|should|voluntary|where feasible|"
                "where possible|where practical|is advised|desirable|ought to"},
    PhraseGroup{
        WeakeningRule::Draft, Reach::Statement,
        "a proposal|adoption is foreseen|approval was not given|approval was refused|has no effect "
        "until|"
        "no effect until|submitted for approval|sent back|"
        "approval open|approval pending|"
        "approved by open|awaiting approval|awaiting sign off|being negotiated|pending "
        "sign off|discussion paper|"
        "did not adopt|draft|fill in|first reading|for adoption|for comment|for "
        "consultation|for discussion|"
        "for signature|has not been adopted|has not decided|in consultation|"
        "is a proposal|not agreed|not agreed yet|not approved|not been adopted|"
        "not been approved|not been released|not for use|not formally approved|"
        "not released|not signed|no version has been|status proposal|unapproved working copy|"
        "working copy|not yet adopted|not yet agreed|not "
        "yet approved|"
        "not yet released|pending approval|preliminary version|proposed text|"
        "sample text|signature missing|signature pending|status in review|"
        "still to be approved|suggestion|to be discussed|unapproved|"
        "under negotiation|under revision|unsigned|work in progress|working version"},
    PhraseGroup{WeakeningRule::Exception, Reach::Behind,
                "apart from|except|except for|excluding|limited to|only for|other than|"
                "with the exception of"},
    PhraseGroup{WeakeningRule::Exception, Reach::Clause,
                "are excluded|are exempt|do not apply|does not apply|does not cover|"
                "does not include|exempted|is excluded|is exempt|left out|not covered|"
                "waived"},
    PhraseGroup{WeakeningRule::History, Reach::Statement, "formerly|until then|used to be"},
    PhraseGroup{WeakeningRule::OtherParty, Reach::Statement,
                "are the business of|is a matter for|is the business of|is up to the|"
                "its own decision|their own decision"},
    PhraseGroup{WeakeningRule::Blank, Reach::Clause,
                "awaiting signature|for approval|left blank|not assigned|"
                "not specified|pending|tba|tbc|tbd|"
                "to be agreed|to be approved|to be assigned|to be completed|"
                "to be confirmed|to be decided|to be defined|to be determined|to be named|"
                "unassigned|unknown|vacant"},
    PhraseGroup{WeakeningRule::Failure, Reach::Clause,
                "cancelled|failed|fell through|has not run|have not run|incomplete|missed|"
                "never taken place|never took place|no longer carried out|no longer done|"
                "no longer in use|no longer performed|no longer take place|"
                "no longer takes place|not been carried out|not been done|not been held|"
                "not been performed|not been reviewed|not been tested|not carried out|"
                "not completed|not executed|not happen|not happened|not held|not met|"
                "not performed|not run since|not take place|not taken place|not tested|"
                "outstanding|overdue|postponed|skipped|was cancelled|was not done|"
                "was not performed|was postponed|was skipped|were not performed"},
    PhraseGroup{WeakeningRule::Outdated, Reach::Statement,
                "cancelled on|expired|has been withdrawn|no longer applies|"
                "no longer in force|no longer valid|obsolete|out of date|out of force|"
                "repealed|replaced by|retired on|status withdrawn|superseded|void since|"
                "was withdrawn|withdrawn on|withdrawn since"}};

// Words that look like a weakening and are none: matched first, and then skipped.
inline constexpr std::string_view kHarmless =
    "may happen|may be needed|may occur|may lead|"
    "may allow|may approve|may authorise|may authorize|may be approved|may be granted|may demand|"
    "may grant|may order|may permit|may refuse|may reject|may release|may stop|"
    "but not limited to|draft from|draft received|drafts|failed attempts|"
    "failed authentication|failed log|failed login|failed logins|failed logon|"
    "failed logons|failed sign|if not|may be affected|may not|may only|"
    "must not|no draft|no earlier than|no exception|no exceptions|"
    "no fewer than|no later than|no less than|no longer necessary|"
    "no longer needed|no longer required|no more than|no one may|"
    "no outstanding|no overdue|no unauthorised|no unauthorized|nobody may|"
    "none open|none outstanding|none overdue|not exceed|not exceeding|"
    "not later than|not less than|not limited to|not more than|not necessary|"
    "not only|not possible|not shared|or may|replaces draft|replaces the draft|"
    "shall not|should not|unless approved|whether or not|without delay|"
    "without exception|without undue delay|without change|without changes|"
    "without unreasonable delay|without interruption|without objection|without objections|"
    "without remarks|without findings|without errors|without defects|in no case";

// Words that, beside a denial, tell what it denies.
namespace denial {

using namespace std::string_view_literals;

inline constexpr std::array kRefusals{
    "reject"sv,  "rejects"sv,  "rejected"sv,   "refuse"sv,    "refuses"sv, "refused"sv,
    "deny"sv,    "denies"sv,   "denied"sv,     "block"sv,     "blocks"sv,  "blocked"sv,
    "prevent"sv, "prevents"sv, "prohibited"sv, "forbidden"sv, "avoid"sv,   "nobody"sv,
    "no"sv,      "not"sv,      "never"sv,      "without"sv};
inline constexpr std::array kTurnedAway{"refused"sv, "rejected"sv, "blocked"sv, "skipped"sv,
                                        "missed"sv,  "overdue"sv,  "lost"sv,    "denied"sv};
inline constexpr std::array kOnlyWays{"beside"sv, "besides"sv, "without"sv, "unless"sv,
                                      "until"sv,  "except"sv,  "longer"sv,  "but"sv};
inline constexpr std::array kRelatives{"which"sv, "that"sv, "whose"sv, "who"sv};

}  // namespace denial
}  // namespace assay::assess
