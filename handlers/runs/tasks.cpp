// SPDX-License-Identifier: Apache-2.0
// Remediation tasks: lists them, shows one, and changes one or many.
#include "db/store/runs/tasks.hpp"

#include <map>
#include <set>

#include "core/base/states.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/bulk.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace tasks = store::tasks;

constexpr std::string_view kTaskList = "tasks";
constexpr std::size_t kMaxAssignee = 200;
constexpr std::size_t kDateLength = 10;
constexpr std::size_t kMaxTasksAtOnce = 200;

// YYYY-MM-DD of an existing day, not before the epoch.
std::string checked_date(std::string_view field, std::string text) {
  const auto day = from_iso8601(text);
  if (text.size() != kDateLength || !day || to_micros(*day) < 0) {
    refuse_field(field, "must be a date, YYYY-MM-DD");
  }
  return text;
}

// A null field is cleared; an absent one stays.
void apply(const Body& body, tasks::Task& task) {
  if (body.has("status")) {
    const auto wanted = state_of<TaskStatus>("status", body.text("status", kMaxAssignee));
    if (!may_become(task.status, wanted)) {
      throw Failure(ErrorCode::Conflict, "The task cannot change to that status",
                    Json::object()
                        .set("taskId", task.id.value)
                        .set("status", to_text(task.status))
                        .set("wanted", to_text(wanted)));
    }
    task.status = wanted;
  }
  if (body.has("assignee")) task.assignee = body.optional_text("assignee", kMaxAssignee);
  if (body.has("dueDate")) {
    task.due_date.reset();
    if (!body.is_null("dueDate"))
      task.due_date = checked_date("dueDate", body.text("dueDate", kDateLength));
  }
}

void require_change(const Body& body) {
  if (body.has("status") || body.has("assignee") || body.has("dueDate")) return;
  refuse_field("body", "must have status, assignee or dueDate");
}

// Notifies the assignee that the body names of these locked tasks, except those that were already
// theirs. Call it before the first change: see store::emails.
void tell_assignee(const Context& context, pg::Tx& tx, const Body& body,
                   const std::vector<tasks::Task>& locked) {
  const auto assignee = body.optional_text("assignee", kMaxAssignee);
  if (!assignee) return;
  std::vector<TaskId> fresh;
  for (const tasks::Task& task : locked) {
    if (task.assignee != assignee) fresh.push_back(task.id);
  }
  if (fresh.empty()) return;
  store::emails::tell_assigned(tx, context.tenant, *assignee, fresh, context.session.user);
}

// Changes a locked task and records it in the trail. Returns the changed task.
Json change(const Context& context, pg::Tx& tx, const Body& body, tasks::Task task) {
  const TaskId id = task.id;
  const Json before = store::render::task(task);
  apply(body, task);
  tasks::update(tx, context.tenant, task);
  task = found(tasks::lock(tx, context.tenant, id), context, tx, kTask, id.value);
  Json after = store::render::task(task);
  store::events::emit(tx, context.tenant, EventType::TaskChanged,
                      Json::object()
                          .set("taskId", id.value)
                          .set("runId", task.run.value)
                          .set("requirementId", after.get("requirementId"))
                          .set("status", after.get("status"))
                          .set("assignee", after.get("assignee"))
                          .set("dueDate", after.get("dueDate")));
  record(context, tx,
         {.action = "task.update",
          .object_type = "task",
          .object_id = id.value,
          .run = task.run,
          .detail = changed(before, after, {"status", "assignee", "dueDate"})});
  return after;
}

// The tasks that the body names, each once, with the names that errors use: "taskIds[0]".
std::vector<std::pair<TaskId, std::string>> named_by(const Body& body) {
  if (!body.has("taskIds")) refuse_field("taskIds", "is required");
  static_cast<void>(body.texts("taskIds", kMaxTasksAtOnce));  // checks them
  const Json texts = body.value("taskIds");
  if (texts.is_null()) refuse_field("taskIds", "must be an array of strings");
  std::vector<std::pair<TaskId, std::string>> named;
  std::set<TaskId> before;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = "taskIds[" + std::to_string(i) + "]";
    const std::string text = texts.at(i).as_string().value_or("");
    named.emplace_back(named_once(kTask, name, text, before), name);
  }
  return named;
}

// Changes one task in a transaction of its own, as the body says. Returns the changed task.
Json change_one(const Context& context, const TaskId& id, const Body& body) {
  require_change(body);
  pg::Tx tx = context.write();
  const auto task = found(tasks::lock(tx, context.tenant, id), context, tx, kTask, id.value);
  tell_assignee(context, tx, body, {task});
  const Json after = change(context, tx, body, task);
  tx.commit();
  return Json::object().set("task", after);
}

}  // namespace

Response tasks_list(Context& context) {
  const Page page(context, kTaskList, tasks::kOrders);
  tasks::Filter filter;
  filter.status = state_if_given<TaskStatus>(context.query, "status");
  filter.run = id_if_given<RunId>(context.query, kRun.id_name);
  filter.requirement = text_of(context.query, "requirementId");
  filter.assignee = text_of(context.query, "assignee");
  filter.contains = text_of(context.query, "q");
  if (const auto day = text_of(context.query, "dueBefore")) {
    filter.due_before = checked_date("dueBefore", *day);
  }
  pg::Tx tx = context.read();
  if (filter.run) refuse_foreign(context, tx, kRun, filter.run->value);
  if (filter.requirement) refuse_foreign(context, tx, kRequirement, *filter.requirement);
  const auto items = tasks::list(tx, context.tenant, filter, page.part());
  return Response::json(200, Json::object()
                                 .set("tasks", store::render::list(items.rows, store::render::task))
                                 .set("nextCursor", page.next(items)));
}

Response tasks_get(Context& context) {
  const auto id = path_id<TaskId>(context, kTask);
  pg::Tx tx = context.read();
  const auto task = found(tasks::find(tx, context.tenant, id), context, tx, kTask, id.value);
  return Response::json(200, store::render::task(task));
}

Response tasks_patch(Context& context) {
  const auto id = path_id<TaskId>(context, kTask);
  const Body body(context.request, "status assignee dueDate");
  return Response::json(200, change_one(context, id, body));
}

Response tasks_bulk(Context& context) {
  return answer_each(context, "taskId status assignee dueDate", [&](const Body& item) {
    return ItemAnswer{200, change_one(context, id_in_item<TaskId>(item, kTask), item)};
  });
}

Response tasks_patch_many(Context& context) {
  const Body body(context.request, "taskIds status assignee dueDate");
  const auto named = named_by(body);
  require_change(body);
  pg::Tx tx = context.write();
  // Locked in one order, so that two such requests cannot deadlock.
  std::map<TaskId, std::optional<tasks::Task>> locked;
  for (const auto& [id, name] : named) locked.emplace(id, std::nullopt);
  for (auto& [id, task] : locked) task = tasks::lock(tx, context.tenant, id);
  for (const auto& [id, name] : named) {
    static_cast<void>(found(locked.at(id), context, tx, {kTask.name, kTask.title, name}, id.value));
  }
  std::vector<tasks::Task> before;
  for (const auto& [id, name] : named) before.push_back(locked.at(id).value());
  tell_assignee(context, tx, body, before);
  Json after = Json::array();
  for (const auto& [id, name] : named) {
    after.push(change(context, tx, body, locked.at(id).value()));
  }
  tx.commit();
  return Response::json(200, Json::object().set("tasks", after));
}

}  // namespace assay::handlers
