// SPDX-License-Identifier: Apache-2.0
// The commands of assayctl: each answers with the process's exit code and prints JSON on success.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config.hpp"

namespace assay::ctl {

// What stands on the command line behind the command's words.
struct Arguments {
  std::vector<std::string> positional;
  std::map<std::string, std::string> options;  // "--name VALUE" as name -> VALUE
  [[nodiscard]] bool flag(const std::string& option) const { return options.contains(option); }
  [[nodiscard]] std::optional<std::string> optional(const std::string& option) const;
  // Throws Failure naming the option when it is missing.
  [[nodiscard]] const std::string& required(const std::string& option) const;
  [[nodiscard]] const std::string& file() const;  // the one positional argument
};

// Brings the schema up to date and makes the first signing key. Connects as assay_owner, as all do.
int migrate(const Config& config, const Arguments& arguments);
// tenant create --name NAME: the tenant of that name, made if missing.
int tenant_create(const Config& config, const Arguments& arguments);
// tenant list: all of them, newest first.
int tenant_list(const Config& config, const Arguments& arguments);
// user create --tenant ID --email E --role R --display-name N --password-file FILE|-: made, or
// brought to this name, role and password.
int user_create(const Config& config, const Arguments& arguments);
// user list --tenant ID: those not deleted.
int user_list(const Config& config, const Arguments& arguments);
// user disable|enable|set-role|set-password --tenant ID --email E: one user; disabling and a new
// password end its sessions.
int user_disable(const Config& config, const Arguments& arguments);
int user_enable(const Config& config, const Arguments& arguments);
int user_set_role(const Config& config, const Arguments& arguments);
int user_set_password(const Config& config, const Arguments& arguments);
// pack import FILE: stores what the file holds for the whole installation, or for one tenant, and
// binds that tenant to it (--bind). --dry-run keeps nothing.
int pack_import(const Config& config, const Arguments& arguments);
// pack list [--tenant ID]: packs with their versions, the tenant's own among them.
int pack_list(const Config& config, const Arguments& arguments);
// pack export --pack ID [--version ID] [--tenant ID]: native JSON; the newest version unless named.
int pack_export(const Config& config, const Arguments& arguments);
// bind --tenant ID --pack ID [--version ID] [--complete X] [--partial X] [--evaluator NAME]: what
// is not named stays as it is; a new binding takes the newest version.
int bind(const Config& config, const Arguments& arguments);
// keys rotate: a new key signs access tokens from now on; the ones before are accepted until the
// last token that they signed has expired.
int keys_rotate(const Config& config, const Arguments& arguments);
// keys retire KID: for a key that has leaked. What it signed is refused at once; where it was the
// one that signs, a new one takes its place.
int keys_retire(const Config& config, const Arguments& arguments);
// keys list: kid, state SIGNING | ACCEPTED | RETIRED, createdAt, retiresAt; newest first.
int keys_list(const Config& config, const Arguments& arguments);
// binding list --tenant ID: oldest first.
int binding_list(const Config& config, const Arguments& arguments);
// calibration fit --tenant ID [--force]: the built-in evaluator's confidence fitted to the last
// decision of reviewers on each assessment, as a new version for runs that start from now on.
// Below 50 decisions, or where nothing gets better (unless forced), it says so and changes nothing.
int calibration_fit(const Config& config, const Arguments& arguments);
// calibration reset --tenant ID: runs that start from now on are not calibrated.
int calibration_reset(const Config& config, const Arguments& arguments);
// calibration list --tenant ID: newest first.
int calibration_list(const Config& config, const Arguments& arguments);
// calibration show --tenant ID [--version N]: one, and what it makes of confidences; the one in
// force where none is named.
int calibration_show(const Config& config, const Arguments& arguments);
// audit init: the key pair that signs checkpoints, made if absent; prints the public key.
int audit_init(const Config& config, const Arguments& arguments);
// audit checkpoint: makes one now, into the table and the file.
int audit_checkpoint(const Config& config, const Arguments& arguments);
// audit verify [--tenant ID] [--checkpoints FILE] [--against FILE] [--public-key FILE]: exit 1 if
// anything is broken. --checkpoints: the installation's own file; --against: a copy of it that was
// taken away earlier.
int audit_verify(const Config& config, const Arguments& arguments);
// audit export --tenant ID: lines of JSON, the last with the proof.
int audit_export(const Config& config, const Arguments& arguments);
// config: the table of settings with defaults and meanings.
int show_settings(const Config& config, const Arguments& arguments);
// embed: JSON lines {"text"} from standard input to JSON lines {"ids","vector"}.
int embed(const Config& config, const Arguments& arguments);

}  // namespace assay::ctl
