// SPDX-License-Identifier: Apache-2.0
// Creates the first tenant and its administrator from options, or from answers on the process's
// terminal, so that standard input stays free.
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "core/crypto/account.hpp"
#include "db/store/access/accounts.hpp"
#include "pipeline/ctl/accounts.hpp"
#include "pipeline/ctl/setup/steps.hpp"

namespace assay::ctl::setup {
namespace {

namespace users = store::users;

// Throws Failure when an answer is not acceptable.
using Check = std::function<void(const std::string& answer)>;

constexpr const char* kPasswordOption = "--password-file";

class Terminal {
 public:
  Terminal() : fd_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {}
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() { show_typing(); }

  [[nodiscard]] bool open() const { return fd_.open(); }

  void say(const std::string& text) { write_all(fd_.get(), text); }

  // The next line, without its end. Throws Failure at the end of input.
  [[nodiscard]] std::string line() {
    std::string text;
    for (std::byte one{}; read_some(fd_.get(), {&one, 1}) == 1;) {
      if (static_cast<char>(one) == '\n') return text;
      text += static_cast<char>(one);
    }
    throw Failure(ErrorCode::ValidationError, "the terminal was closed; run setup again");
  }

  void hide_typing() {
    if (::tcgetattr(fd_.get(), &shown_) != 0) throw IoError("tcgetattr", errno);
    termios hidden = shown_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (::tcsetattr(fd_.get(), TCSAFLUSH, &hidden) != 0) throw IoError("tcsetattr", errno);
    hidden_ = true;
  }

  void show_typing() noexcept {
    if (hidden_ && ::tcsetattr(fd_.get(), TCSAFLUSH, &shown_) == 0) hidden_ = false;
  }

 private:
  FileDescriptor fd_;
  termios shown_{};
  bool hidden_ = false;
};

void require_terminal(const Terminal& terminal, const std::string& option) {
  if (!terminal.open()) {
    throw Failure(invalid_field(option, "is required, because there is no terminal to ask on"));
  }
}

// Whether the answer passes; if not, says why on the terminal.
bool passes(Terminal& terminal, const Check& check, const std::string& given) {
  try {
    check(given);
  } catch (const Failure& failure) {
    terminal.say(std::string("  ") + failure.what() + "\n");
    return false;
  }
  return true;
}

std::string ask_hidden(Terminal& terminal, const std::string& question) {
  terminal.say(question + ": ");
  terminal.hide_typing();
  std::string given = terminal.line();
  terminal.show_typing();
  terminal.say("\n");
  return given;
}

// The option's value. If it is missing, asks on the terminal until the answer passes the check.
// Throws Failure naming the option when there is no terminal, or when its value does not pass.
std::string answer(const Arguments& arguments, const std::string& option,
                   const std::string& question, const Check& check) {
  if (const auto given = arguments.optional(option)) {
    check(*given);
    return *given;
  }
  Terminal terminal;
  require_terminal(terminal, option);
  for (;;) {
    terminal.say(question + ": ");
    std::string given = terminal.line();
    if (passes(terminal, check, given)) return given;
  }
}

// The password in the file of --password-file, or asked for twice without showing it. Throws
// Failure like answer().
std::string new_password(const Arguments& arguments) {
  if (const auto file = arguments.optional(kPasswordOption)) {
    std::string password = read_password(*file);
    check_password(kPasswordOption, password);
    return password;
  }
  Terminal terminal;
  require_terminal(terminal, kPasswordOption);
  for (;;) {
    std::string password = ask_hidden(terminal, "Password");
    const auto check = [](const std::string& given) { check_password("Password", given); };
    if (!passes(terminal, check, password)) continue;
    if (ask_hidden(terminal, "Password again") == password) return password;
    terminal.say("  The two differ.\n");
  }
}

// Refuses an empty name, and one that the schema would not store.
Check name_check(const std::string& option) {
  return [option](const std::string& name) {
    const bool blank = std::all_of(name.begin(), name.end(), [](char c) { return c == ' '; });
    if (blank || name.size() > account::kMaxName) {
      throw Failure(invalid_field(option, "must be 1 to 200 characters"));
    }
  };
}

std::int64_t count_tenants(pg::Connection& connection) {
  pg::Tx tx(connection, pg::Access::ReadOnly);
  const std::int64_t count = store::tenants::count(tx);
  tx.commit();
  return count;
}

bool user_exists(pg::Connection& connection, const TenantId& tenant, const std::string& email) {
  pg::Tx tx(connection, pg::Access::ReadOnly, tenant);
  const bool found = users::find_by_email(tx, tenant, email).has_value();
  tx.commit();
  return found;
}

}  // namespace

void make_first_tenant(pg::Connection& connection, const Arguments& arguments,
                       const Report& report) {
  const std::int64_t there = count_tenants(connection);
  if (there > 0 && !arguments.flag("--tenant")) {
    report(Done::Exists, "tenants", std::to_string(there) + "; assayctl tenant list names them");
    return;
  }
  // All answers are read before anything is made of them.
  const std::string name = answer(arguments, "--tenant", "Name of the first tenant (your company)",
                                  name_check("--tenant"));
  store::access::User user;
  user.email = answer(arguments, "--email", "Email address of its administrator",
                      [](const std::string& email) { check_email("--email", email); });
  user.email = account::folded_email(user.email);
  user.display_name = answer(arguments, "--display-name", "Name of the administrator",
                             name_check("--display-name"));
  const std::string password = new_password(arguments);

  const auto [tenant, created] = make_tenant(connection, name);
  report(created ? Done::Made : Done::Exists, "tenant " + tenant.name, tenant.id.value);
  const bool known = user_exists(connection, tenant.id, user.email);
  if (!known) {
    user.tenant = tenant.id;
    user.id = UserId::fresh();
    user.role = Role::Admin;
    user.password_hash = password::hash(password);
    static_cast<void>(make_user(connection, user));
  }
  report(known ? Done::Exists : Done::Made, "administrator " + user.email,
         known ? "unchanged" : "signs in with the password");
}

}  // namespace assay::ctl::setup
