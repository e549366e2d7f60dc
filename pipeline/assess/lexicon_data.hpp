// SPDX-License-Identifier: Apache-2.0
// The lexicon's tables. A line is a group: its credit and its words; "_" joins a phrase. Words are
// stemmed when the tables are read, so one form of each is enough.
#pragma once

#include <array>
#include <string_view>

namespace assay::assess {

struct LexiconLine {
  float credit;
  std::string_view words;
};

inline constexpr std::array kLexicon{
    // People and parties
    LexiconLine{0.95F, "employee staff personnel worker workforce"},
    LexiconLine{0.8F, "employee user person individual staff personnel workforce member"},
    LexiconLine{0.9F,
                "leaver departing terminated termination offboarding offboarded leaving"
                " employment_end end_of_employment leave_the_company resignation"},
    LexiconLine{
        0.85F,
        "join joiner onboarding hire hired recruit recruitment joining starter new_employee"},
    LexiconLine{0.9F, "candidate applicant"},
    LexiconLine{0.9F,
                "supplier vendor subcontractor processor third_party service_provider provider"},
    LexiconLine{0.9F, "customer client"},
    LexiconLine{0.85F,
                "management executive director board ceo managing_director leadership"
                " management_board top_management chief_executive"},
    LexiconLine{0.9F, "owner custodian"},
    LexiconLine{0.8F, "owner responsible responsibility accountable role"},
    LexiconLine{0.85F, "auditor assessor"},
    LexiconLine{0.9F, "independent independence impartial"},
    LexiconLine{0.85F, "administrative administrator admin privileged root superuser"},
    LexiconLine{0.9F, "organization organisation company enterprise business firm"},
    // Access
    LexiconLine{0.95F,
                "multi_factor_authentication multi_factor multifactor two_factor mfa 2fa"
                " two_factor_authentication second_factor"},
    LexiconLine{0.85F,
                "multi_factor_authentication mfa second_factor smart_card hardware_key security_key"
                " authenticator one_time_password strong_authentication"},
    LexiconLine{0.9F, "visitor guest"},
    LexiconLine{0.9F, "escort accompany chaperone"},
    LexiconLine{0.85F, "offsite off_site second_site another_site remote_site vault"},
    LexiconLine{0.85F, "encrypt encryption tls https sftp ssl ciphertext"},
    LexiconLine{0.85F, "patch update hotfix security_update"},
    LexiconLine{0.9F, "shared_account group_account generic_account"},
    LexiconLine{0.9F, "inspect inspection check examine"},
    LexiconLine{0.9F, "calibrate calibration"},
    LexiconLine{0.85F, "deploy deployment release go_live merge"},
    LexiconLine{0.85F, "firewall fw packet_filter perimeter"},
    LexiconLine{0.8F, "lifting_equipment crane hoist winch"},
    LexiconLine{0.9F, "pseudonymise pseudonymize anonymise anonymize"},
    LexiconLine{0.9F, "complaint grievance"},
    LexiconLine{0.85F, "accident injury"},
    LexiconLine{0.9F, "nonconformity nonconformance deviation defect"},
    LexiconLine{0.85F, "consent permission agreement_of_the_person opt_in"},
    LexiconLine{0.9F,
                "management_body management_board board_of_directors executive_board"
                " supervisory_board"},
    LexiconLine{0.9F,
                "disable deactivate revoke withdraw remove block terminate suspend close delete"},
    LexiconLine{0.9F, "review recertification recertify attestation re_certification"},
    LexiconLine{0.85F, "right permission privilege entitlement authorization authorisation"},
    LexiconLine{0.95F, "logon login log_on log_in sign_in sign_on signin logons"},
    LexiconLine{0.85F, "remote vpn teleworking remotely"},
    LexiconLine{0.95F, "authentication authenticate"},
    LexiconLine{0.95F, "lock locked lockout lock_out"},
    LexiconLine{0.9F, "failed unsuccessful invalid incorrect wrong"},
    LexiconLine{0.9F, "least_privilege need_to_know"},
    // Doing and having
    LexiconLine{0.85F, "enforce require mandatory compulsory enforced obligatory"},
    LexiconLine{0.85F, "oblige require bind undertake commit must_comply"},
    LexiconLine{0.85F, "verify check validate confirm verification screening screen vetting"},
    LexiconLine{0.85F, "assess evaluate assessment evaluation appraisal rate"},
    LexiconLine{0.8F, "assess review analyse analyze examine"},
    LexiconLine{0.85F, "record document note written documented minute"},
    LexiconLine{0.6F, "record log register journal minute list"},
    LexiconLine{0.85F, "maintain keep update up_to_date current"},
    LexiconLine{0.8F,
                "up_to_date last_confirmed last_updated last_reviewed last_checked last_verified"},
    LexiconLine{0.9F, "retain keep retention store archive preserve hold"},
    LexiconLine{0.85F, "carry_out conduct perform execute undertake run"},
    LexiconLine{0.9F,
                "approve approval sign_off signed endorse authorise authorize adopt approver"},
    LexiconLine{0.9F, "define specify establish set_out describe state determine"},
    LexiconLine{0.85F, "define list name contain include state"},
    LexiconLine{0.85F, "assign appoint designate allocate nominate"},
    LexiconLine{0.9F, "inform notify report communicate escalate present submit"},
    LexiconLine{0.9F, "train training awareness course education instruct"},
    LexiconLine{0.85F, "complete completion finish attend pass"},
    LexiconLine{0.85F, "test exercise rehearse drill simulate tabletop simulation"},
    LexiconLine{0.9F, "remedy remediate fix patch resolve correct mitigate remediation close"},
    LexiconLine{0.9F, "track follow_up monitor trace tracked"},
    LexiconLine{0.9F, "monitor observe watch supervise surveil measure"},
    LexiconLine{0.85F, "forecast predict project projection estimate plan_ahead extrapolate"},
    LexiconLine{0.9F, "restrict limit prohibit block forbid disallow prevent"},
    LexiconLine{0.9F, "separate segregate isolate separation segregation distinct"},
    LexiconLine{0.85F, "protect secure safeguard protection"},
    LexiconLine{0.9F, "collect gather capture acquire seize acquisition"},
    LexiconLine{0.85F, "detect discover identify"},
    LexiconLine{0.85F, "use operate utilise utilize usage utilisation utilization"},
    LexiconLine{0.9F, "install deploy roll_out run"},
    LexiconLine{0.9F, "automatic automatically automated"},
    LexiconLine{0.9F, "engage contract onboard commission select selection"},
    LexiconLine{0.8F, "meet implement apply maintain adopt"},
    LexiconLine{0.85F, "meet comply fulfil fulfill satisfy adhere"},
    LexiconLine{
        0.9F,
        "erase wipe destroy shred degauss sanitise sanitize delete overwrite destruction erasure"},
    LexiconLine{0.9F, "dispose disposal discard decommission scrap"},
    // Things
    LexiconLine{0.9F, "backup back_up backed_up backup_copy"},
    LexiconLine{0.95F, "restore restoration recovery recover"},
    LexiconLine{0.95F, "recovery_time_objective rto"},
    LexiconLine{0.95F, "recovery_point_objective rpo"},
    LexiconLine{0.9F, "business_continuity continuity bcp disaster_recovery"},
    LexiconLine{0.9F, "inventory register list catalogue catalog"},
    LexiconLine{0.9F, "asset equipment device"},
    LexiconLine{0.85F, "device laptop workstation endpoint notebook computer desktop pc"},
    LexiconLine{0.9F, "server host machine"},
    LexiconLine{0.9F, "medium media disk drive tape usb ssd storage_media"},
    LexiconLine{0.9F, "removable usb stick portable external"},
    LexiconLine{
        0.9F,
        "malware anti_malware antimalware virus antivirus anti_virus endpoint_protection edr"},
    LexiconLine{0.85F, "signature definition"},
    LexiconLine{0.9F, "encrypt encryption cryptography cryptographic cipher encrypted"},
    LexiconLine{0.85F, "key_length bit key_size"},
    LexiconLine{0.9F, "transmit transfer transit transmission transport send in_transit"},
    LexiconLine{0.85F, "public_network internet internet_facing external public_facing"},
    LexiconLine{0.9F, "vulnerability weakness flaw cve"},
    LexiconLine{0.9F, "scan scanner scanning"},
    LexiconLine{0.9F, "incident breach event"},
    LexiconLine{0.9F, "major critical severe serious significant sev1 severity_1"},
    LexiconLine{0.85F, "severity priority level"},
    LexiconLine{0.9F, "escalation escalate"},
    LexiconLine{0.9F, "contact phone telephone call email reach"},
    LexiconLine{0.9F,
                "post_incident_review post_incident lessons_learned post_mortem postmortem"
                " root_cause_analysis retrospective look_back debrief after_action"},
    LexiconLine{0.9F, "closure close closing closed end"},
    LexiconLine{0.85F, "lesson finding improvement learning learnt learned"},
    LexiconLine{0.9F, "log audit_trail journal logging"},
    LexiconLine{0.85F, "central centralised centralized siem aggregated"},
    LexiconLine{
        0.85F,
        "alter alteration tamper modify modification change tampering immutable write_once worm"},
    LexiconLine{0.85F, "risk threat hazard"},
    LexiconLine{0.85F, "treatment mitigation treat measure control"},
    LexiconLine{0.85F, "due_date deadline target_date due"},
    LexiconLine{0.9F, "likelihood probability"},
    LexiconLine{0.9F, "impact consequence damage"},
    LexiconLine{0.85F, "threshold criterion limit appetite tolerance acceptance_level"},
    LexiconLine{0.85F, "scale level score matrix"},
    LexiconLine{0.85F, "method methodology approach"},
    LexiconLine{0.85F, "classify classification class label categorise categorize category scheme"},
    LexiconLine{0.85F, "handle handling rule"},
    LexiconLine{0.85F, "policy standard guideline directive regulation"},
    LexiconLine{0.85F, "procedure process instruction playbook runbook"},
    LexiconLine{0.9F, "contract agreement clause terms dpa"},
    LexiconLine{0.9F, "personal_data pii personal_information live_data real_data"},
    LexiconLine{0.85F, "live production real productive"},
    LexiconLine{0.9F, "environment stage network zone tenant"},
    LexiconLine{0.85F, "capacity resource performance load throughput"},
    LexiconLine{0.9F, "background criminal_record reference_check identity_check screening"},
    LexiconLine{0.9F, "custody chain_of_custody"},
    LexiconLine{0.9F, "forensic digital_evidence evidence_image"},
    LexiconLine{0.85F, "interval period schedule regular periodic periodically cycle frequency"},
    LexiconLine{0.85F, "outcome result decision conclusion"},
    LexiconLine{0.85F, "service application system platform"},
    LexiconLine{0.85F, "critical essential important vital"},
    LexiconLine{0.9F, "confidential sensitive secret restricted"},
};

// Words that say that something is done rather than what: little is shown where only they match.
inline constexpr std::string_view kCommonWords =
    "document documented ensure appropriate relevant use used using implement implemented establish"
    " include including provide need needed give given require required requirement place make take"
    " thereafter otherwise new note longer whenever accordance according applicable thing way form "
    "define "
    "defined"
    " made done planned resulting later version up within concerned related respective assign "
    "record recorded"
    " identify maintain perform conduct carry_out develop describe state list keep kept least"
    " manage named rated every specify determine regularly set path";

}  // namespace assay::assess
