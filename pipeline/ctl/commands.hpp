// SPDX-License-Identifier: Apache-2.0
// The commands of assayctl, and what they share: their arguments, connecting as the database's
// owner, choosing the tenant, and recording in its trail.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/config.hpp"
#include "db/pg/tx.hpp"

namespace assay::ctl {

// The arguments that follow the command's words.
struct Arguments {
  std::vector<std::string> positional;
  std::map<std::string, std::string> options;  // "--name VALUE" as name -> VALUE
  [[nodiscard]] bool flag(const std::string& option) const { return options.contains(option); }
  [[nodiscard]] std::optional<std::string> optional(const std::string& option) const;
  // Throws Failure naming the option when it is missing.
  [[nodiscard]] const std::string& required(const std::string& option) const;
  [[nodiscard]] const std::string& file() const;  // the one positional argument
};

// The commands. Each returns the process's exit code and prints JSON on success.

// setup: creates what an installed package needs: database, roles, schema, keys, the first tenant
// and its administrator, and the site of nginx. Asks on the terminal for options that are left out.
// Leaves existing things unchanged. Prints one line for each step.
int setup_installation(const Config& config, const Arguments& arguments);
// doctor [--json]: checks the installation. Prints one line for each check, and how to fix
// problems. Exit 1 if a check fails.
int examine(const Config& config, const Arguments& arguments);
// backup --to FOLDER --passphrase-file FILE|-: writes database, stored files and keys of one moment
// into a new folder in FOLDER, while everything runs. Exit 1 if a stored file is missing or
// altered.
int back_up(const Config& config, const Arguments& arguments);
// restore --from FOLDER --passphrase-file FILE|-: restores one backup into an empty database, and
// verifies rows, stored files and the audit trail.
int restore(const Config& config, const Arguments& arguments);
// Brings the schema up to date and creates the first signing key. Like all commands, connects as
// assay_owner.
int migrate(const Config& config, const Arguments& arguments);
// tenant create --name NAME: the tenant of that name, created if missing.
int tenant_create(const Config& config, const Arguments& arguments);
// tenant list: all of them, newest first.
int tenant_list(const Config& config, const Arguments& arguments);
// tenant export --tenant ID --to FOLDER: all rows of a tenant, its stored files and its trail, into
// a new folder, with hashes. Exit 1 if a stored file is missing or altered.
int tenant_export(const Config& config, const Arguments& arguments);
// tenant erase --tenant ID --confirm NAME: removes a tenant with all its records and files, unless
// a legal hold covers it. Signed checkpoints show where its trail ended.
int tenant_erase(const Config& config, const Arguments& arguments);
// user create --tenant ID --email E --role R --display-name N --password-file FILE|-: creates the
// user, or sets this name, role and password.
int user_create(const Config& config, const Arguments& arguments);
// user list --tenant ID: users that are not deleted.
int user_list(const Config& config, const Arguments& arguments);
// user disable|enable|set-role|set-password --tenant ID --email E: changes one user. Disabling and
// a new password end its sessions.
int user_disable(const Config& config, const Arguments& arguments);
int user_enable(const Config& config, const Arguments& arguments);
int user_set_role(const Config& config, const Arguments& arguments);
int user_set_password(const Config& config, const Arguments& arguments);
// pack import FILE: stores the packs of a file for the whole installation, or for one tenant, and
// binds that tenant to them (--bind). --dry-run stores nothing.
int pack_import(const Config& config, const Arguments& arguments);
// pack list [--tenant ID]: packs with their versions, including the tenant's own.
int pack_list(const Config& config, const Arguments& arguments);
// pack export --pack ID [--version ID] [--tenant ID]: native JSON; by default the newest version.
int pack_export(const Config& config, const Arguments& arguments);
// bind --tenant ID --pack ID [--version ID] [--complete X] [--partial X] [--evaluator NAME]:
// options left out keep their value; a new binding gets the newest version.
int bind(const Config& config, const Arguments& arguments);
// documents reread --tenant ID: queues documents to be read again: all READY ones with text and all
// FAILED ones, or those that --document, --status, --failure-code and --older-than-reader select.
// --dry-run only counts them.
int documents_reread(const Config& config, const Arguments& arguments);
// blobs copy --to URL [--verify]: copies the stored files that rows name to another store, except
// those already there. With --verify, reads all of them back. Exit 1 if one is missing or altered.
int blobs_copy(const Config& config, const Arguments& arguments);
// keys rotate: a new key signs access tokens from now on. Earlier keys are accepted until the last
// token that they signed has expired.
int keys_rotate(const Config& config, const Arguments& arguments);
// keys retire KID: for a key that has leaked. Tokens it signed are refused at once. If it was the
// signing key, a new one replaces it.
int keys_retire(const Config& config, const Arguments& arguments);
// keys adopt audit|events: from now on, all hosts must have the key in this host's file.
int keys_adopt(const Config& config, const Arguments& arguments);
// keys list: kid, state SIGNING | ACCEPTED | RETIRED, createdAt, retiresAt; newest first.
int keys_list(const Config& config, const Arguments& arguments);
// binding list --tenant ID: oldest first.
int binding_list(const Config& config, const Arguments& arguments);
// mail test ADDRESS: sends a message with the settings of e-mail, and prints the server's answer.
int mail_test(const Config& config, const Arguments& arguments);
// calibration fit --tenant ID [--force]: fits the built-in evaluator's confidence to the last
// decision of reviewers on each assessment, as a new version for runs that start from now on. With
// fewer than 50 decisions, or if nothing improves (unless forced), reports that and changes
// nothing.
int calibration_fit(const Config& config, const Arguments& arguments);
// calibration reset --tenant ID: runs that start from now on are not calibrated.
int calibration_reset(const Config& config, const Arguments& arguments);
// calibration list --tenant ID: newest first.
int calibration_list(const Config& config, const Arguments& arguments);
// calibration show --tenant ID [--version N]: one version, and its effect on confidences; by
// default the one in force.
int calibration_show(const Config& config, const Arguments& arguments);
// audit init: creates the key pair that signs checkpoints, if absent. Prints the public key.
int audit_init(const Config& config, const Arguments& arguments);
// audit checkpoint: writes a checkpoint now, to the table and the file.
int audit_checkpoint(const Config& config, const Arguments& arguments);
// audit verify [--tenant ID] [--checkpoints FILE] [--against FILE] [--public-key FILE]: exit 1 if
// anything is broken. --checkpoints: the installation's own file; --against: an earlier copy of it
// kept elsewhere.
int audit_verify(const Config& config, const Arguments& arguments);
// audit export --tenant ID: JSON Lines; the last line is the proof.
int audit_export(const Config& config, const Arguments& arguments);
// config: the table of settings with defaults and meanings.
int show_settings(const Config& config, const Arguments& arguments);
// help [--json]: all commands.
int show_help(const Config& config, const Arguments& arguments);
// embed: JSON lines {"text"} from standard input to JSON lines {"ids","vector"}.
int embed(const Config& config, const Arguments& arguments);

[[nodiscard]] pg::Connection connect(const Config& config);

// --tenant; throws Failure when it is missing or not an identifier.
[[nodiscard]] TenantId tenant_option(const Arguments& arguments);
// Throws NOT_FOUND when there is no such tenant.
void require_tenant(pg::Tx& tx, const TenantId& tenant);

// The file's bytes, or those of standard input for "-".
[[nodiscard]] std::string read_input(const std::string& file);

// Records an action on the command line in the tenant's trail, as any other action. The actor is
// the system's "assayctl"; the detail names the operating system user and what changed. detail: an
// object, without secrets.
void audit(pg::Tx& tx, const TenantId& tenant, const std::string& action,
           const std::string& object_type, const std::string& object_id,
           const Json& detail = Json::object());

// Records the same in the trail of every tenant, for an action that belongs to no single tenant.
// The transaction then acts for the last of them.
void audit_everywhere(pg::Tx& tx, const std::string& action, const std::string& object_type,
                      const std::string& object_id, const Json& detail = Json::object());

// Prints to standard output, on one line.
void print(const Json& json);

}  // namespace assay::ctl
