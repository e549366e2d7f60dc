// SPDX-License-Identifier: Apache-2.0
// Asks the machine about units and users. Starts a program and takes what it writes.
#include "pipeline/ctl/installed.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/io.hpp"

namespace assay::ctl {
namespace {

constexpr std::size_t kEntryBytes = 16384;

struct Pipe {
  FileDescriptor reader;
  FileDescriptor writer;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError("pipe", errno);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::string read_all(const FileDescriptor& source) {
  std::string text;
  std::array<std::byte, 4096> buffer{};
  for (std::size_t count = 1; count > 0;) {
    count = read_some(source.get(), buffer);
    text.append(reinterpret_cast<const char*>(buffer.data()), count);
  }
  return text;
}

// Destroys itself; every call on it throws when it fails.
class SpawnActions {
 public:
  SpawnActions() { check(::posix_spawn_file_actions_init(&actions_)); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { static_cast<void>(::posix_spawn_file_actions_destroy(&actions_)); }
  void open_as(int fd, const char* path) {
    check(::posix_spawn_file_actions_addopen(&actions_, fd, path, O_RDONLY, 0));
  }
  void put(const FileDescriptor& source, int fd) {
    check(::posix_spawn_file_actions_adddup2(&actions_, source.get(), fd));
  }
  void change_folder(const char* path) {
    check(::posix_spawn_file_actions_addchdir_np(&actions_, path));
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  static void check(int error) {
    if (error != 0) throw IoError("posix_spawn_file_actions", error);
  }
  posix_spawn_file_actions_t actions_{};
};

pid_t start(const std::vector<std::string>& words, const SpawnActions& actions) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int error =
      ::posix_spawnp(&pid, arguments[0], actions.get(), nullptr, arguments.data(), environ);
  if (error != 0) throw IoError("cannot start " + words.front(), error);
  return pid;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw IoError("waitpid", errno);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::vector<std::string> units_in(const std::string& state,
                                  const std::vector<std::string>& patterns) {
  if (!std::filesystem::exists("/run/systemd/system")) return {};
  std::vector<std::string> words = {"systemctl", "list-units", "--plain", "--no-legend",
                                    "--state=" + state};
  words.insert(words.end(), patterns.begin(), patterns.end());
  std::istringstream lines(run_program(words).output);
  std::vector<std::string> units;
  for (std::string line; std::getline(lines, line);) {
    units.push_back(line.substr(0, line.find(' ')));
  }
  return units;
}

OsUser os_user(const std::string& name) {
  std::array<char, kEntryBytes> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found) != 0 ||
      found == nullptr) {
    throw Failure(ErrorCode::NotFound, "there is no user " + name);
  }
  return {entry.pw_uid, entry.pw_gid};
}

std::string os_user_name(uid_t id) {
  std::array<char, kEntryBytes> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  const int error = ::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->pw_name : std::to_string(id);
}

void require_root(const std::string& command) {
  if (::geteuid() != 0) throw Failure(ErrorCode::Forbidden, command + " needs root: use sudo");
}

Ended run_program(const std::vector<std::string>& words, const std::string& input) {
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  SpawnActions actions;
  actions.open_as(STDIN_FILENO, input.empty() ? "/dev/null" : input.c_str());
  actions.put(output.writer, STDOUT_FILENO);
  actions.put(errors.writer, STDERR_FILENO);
  actions.change_folder("/");
  const pid_t pid = start(words, actions);
  output.writer.reset();
  errors.writer.reset();
  Ended ended;
  std::thread other([&] { ended.errors = read_all(errors.reader); });
  ended.output = read_all(output.reader);
  other.join();
  ended.status = wait_for(pid);
  while (ended.errors.ends_with('\n')) ended.errors.pop_back();
  return ended;
}

std::vector<std::string> as_user(const std::string& user, std::vector<std::string> words) {
  words.insert(words.begin(), {"runuser", "-u", user, "--"});
  return words;
}

std::string psql(std::vector<std::string> words) {
  words.insert(words.begin(), {"psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"});
  const Ended ended = run_program(as_user("postgres", std::move(words)));
  if (ended.status != 0) {
    throw Failure(ErrorCode::Unavailable,
                  "the PostgreSQL server of this machine: " + ended.errors +
                      "\nInstall it with: apt install postgresql-15. If there is no cluster: "
                      "pg_createcluster 15 main --start");
  }
  return ended.output;
}

void run_as_postgres(std::vector<std::string> words, const std::string& input) {
  const std::string name = words.front();
  const Ended ended = run_program(as_user("postgres", std::move(words)), input);
  if (ended.status != 0) throw Failure(ErrorCode::Internal, name + ": " + ended.errors);
}

}  // namespace assay::ctl
