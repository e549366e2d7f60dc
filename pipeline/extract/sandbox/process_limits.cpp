// SPDX-License-Identifier: Apache-2.0
// Sets rlimits and changes from root to nobody.
#include "pipeline/extract/sandbox/process_limits.hpp"

#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "core/base/io.hpp"
#include "pipeline/extract/sandbox/sanitizers.hpp"

namespace assay::extract {
namespace {

constexpr rlim_t kDescriptors = 16;
constexpr unsigned kNobody = 65534;

// Never raises the process's own limit.
void limit(__rlimit_resource resource, rlim_t soft, rlim_t hard, const char* what) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) throw IoError(what, errno);
  const rlimit wanted{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  if (::setrlimit(resource, &wanted) != 0) throw IoError(what, errno);
}

}  // namespace

void limit_resources(std::int64_t memory_bytes, std::int64_t cpu_seconds) {
  const auto memory = static_cast<rlim_t>(memory_bytes);
  if constexpr (!kSanitizers) limit(RLIMIT_AS, memory, memory, "RLIMIT_AS");
  // One second between the two limits, so that the parent sees SIGXCPU and knows the cause.
  const auto cpu = static_cast<rlim_t>(cpu_seconds);
  limit(RLIMIT_CPU, cpu, cpu + 1, "RLIMIT_CPU");
  limit(RLIMIT_FSIZE, 0, 0, "RLIMIT_FSIZE");
  limit(RLIMIT_CORE, 0, 0, "RLIMIT_CORE");
  limit(RLIMIT_NOFILE, kDescriptors, kDescriptors, "RLIMIT_NOFILE");
  limit(RLIMIT_NPROC, 0, 0, "RLIMIT_NPROC");
}

void drop_root() {
  if (::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0) throw IoError("setgroups", errno);
  if (::setresgid(kNobody, kNobody, kNobody) != 0) throw IoError("setresgid", errno);
  if (::setresuid(kNobody, kNobody, kNobody) != 0) throw IoError("setresuid", errno);
}

}  // namespace assay::extract
