// SPDX-License-Identifier: Apache-2.0
// The types of events that webhooks receive, the kinds of e-mail that users get, and the states of
// both, with their names in the database and in the API.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/ids.hpp"
#include "core/base/states.hpp"

namespace assay {

using WebhookId = Id<struct WebhookKind>;
using EventId = Id<struct EventKind>;
using DeliveryId = Id<struct DeliveryKind>;

// Test: sent to one webhook when an administrator asks for it.
enum class EventType {
  DocumentReady,
  DocumentFailed,
  RunCompleted,
  RunFailed,
  RunCancelled,
  TaskChanged,
  ReviewMade,
  Test,
};
// The types that a webhook can select: all but the last.
inline constexpr std::size_t kEventTypes = 7;

template <>
struct WireNames<EventType> {
  static constexpr std::array<std::string_view, 8> kNames{
      "document.ready", "document.failed", "run.completed", "run.failed",
      "run.cancelled",  "task.changed",    "review.made",   "webhook.test"};
};

// PENDING: tried until it is DELIVERED, or FAILED after the last try.
enum class DeliveryStatus { Pending, Delivered, Failed };

template <>
struct WireNames<DeliveryStatus> {
  static constexpr std::array<std::string_view, 3> kNames{"PENDING", "DELIVERED", "FAILED"};
};

// Why a webhook gets no events. Failing: nothing was delivered for days. Gone: it answered 410.
enum class WebhookDisabling { ByAdministrator, Failing, Gone };

template <>
struct WireNames<WebhookDisabling> {
  static constexpr std::array<std::string_view, 3> kNames{"BY_ADMINISTRATOR", "FAILING", "GONE"};
};

using EmailId = Id<struct EmailKindOfId>;

// Users choose which kinds they get, except for invitations.
enum class EmailKind { TaskAssigned, RunEnded, WeeklyDigest, Invitation };
inline constexpr std::size_t kChosenEmailKinds = 3;

template <>
struct WireNames<EmailKind> {
  static constexpr std::array<std::string_view, 4> kNames{"TASK_ASSIGNED", "RUN_ENDED",
                                                          "WEEKLY_DIGEST", "INVITATION"};
};

// PENDING: tried until it is SENT, FAILED after the last try, or SKIPPED because there is nothing
// left to report or the user no longer wants it.
enum class EmailStatus { Pending, Sent, Skipped, Failed };

template <>
struct WireNames<EmailStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"PENDING", "SENT", "SKIPPED", "FAILED"};
};

}  // namespace assay
