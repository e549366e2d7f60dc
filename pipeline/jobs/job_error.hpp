// SPDX-License-Identifier: Apache-2.0
// The ways in which a job ends without its result; the worker knows what each means for the item.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace assay::jobs {

// The item was taken away (reaped, cancelled, deleted): everything is dropped, nothing is written.
class ClaimLost : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the claim was lost"; }
};

// The daemon is stopping and the time to finish is over: the item goes back as it was.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the daemon is stopping"; }
};

// Others wait, and the item has had its turn: it goes back behind them, with what it has stored.
class GaveWay : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "others have their turn"; }
};

// What the job is about cannot be done, now or later. reason is for a person.
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

// It went wrong and may go better another time: the item waits longer each time, and fails for this
// reason once it was tried `tries` times without any progress.
class TryAgain : public JobFailure {
 public:
  TryAgain(std::string code, std::string reason, int tries)
      : JobFailure(std::move(code), std::move(reason)), tries_(tries) {}
  [[nodiscard]] int tries() const noexcept { return tries_; }

 private:
  int tries_;
};

// Not now, and it is not the item's fault: it waits, and the attempt does not count.
class NotNow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::jobs
