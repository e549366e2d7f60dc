// SPDX-License-Identifier: Apache-2.0
// Asks on the terminal that the process runs on, so that standard input stays free.
#include "pipeline/ctl/setup/questions.hpp"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/error.hpp"
#include "core/base/io.hpp"
#include "pipeline/ctl/accounts.hpp"

namespace assay::ctl::setup {
namespace {

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
    throw Failure(invalid_field(option, "is needed, since there is no terminal to ask on"));
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

}  // namespace

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
    if (ask_hidden(terminal, "The same again") == password) return password;
    terminal.say("  The two differ.\n");
  }
}

}  // namespace assay::ctl::setup
