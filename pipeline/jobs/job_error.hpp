// SPDX-License-Identifier: Apache-2.0
// Defines the ways a job ends without its result; the worker knows what each means for the item.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace assay::jobs {

// The item was taken away (reaped, cancelled, deleted): drop everything and write nothing.
class ClaimLost : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the claim was lost"; }
};

// The daemon is stopping and its grace period is over: the item goes back unchanged.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the daemon is stopping"; }
};

// Others wait and the item has had its turn: it goes back behind them, with what it has stored.
class GaveWay : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "others have their turn"; }
};

// The job's task cannot be done, now or later. reason is for a person.
class JobFailure : public std::exception {
 public:
  JobFailure(std::string code, std::string reason)
      : code_(std::move(code)), reason_(std::move(reason)) {}
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string code_;
  std::string reason_;
};

// The job failed but may succeed later. The item waits longer each time, and fails for this reason
// after `tries` tries without progress.
class TryAgain : public JobFailure {
 public:
  TryAgain(std::string code, std::string reason, int tries)
      : JobFailure(std::move(code), std::move(reason)), tries_(tries) {}
  [[nodiscard]] int tries() const noexcept { return tries_; }

 private:
  int tries_;
};

// The job cannot run now, but not because of the item: it waits, and the attempt does not count.
class NotNow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::jobs
