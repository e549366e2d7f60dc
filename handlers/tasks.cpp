// SPDX-License-Identifier: Apache-2.0
// Remediation tasks: the list, and working on one.
#include "db/store/tasks.hpp"

#include "db/store/render.hpp"
#include "handlers/access.hpp"
#include "handlers/body.hpp"
#include "handlers/handlers.hpp"
#include "handlers/page.hpp"
#include "handlers/task_states.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace tasks = store::tasks;

constexpr std::string_view kList = "tasks";
constexpr std::size_t kMostAssignee = 200;

// YYYY-MM-DD of a day that exists, not before the epoch.
std::string due_date_of(const Body& body) {
  constexpr std::size_t kLength = 10;
  std::string text = body.text("dueDate", kLength);
  const auto day = from_iso8601(text);
  if (text.size() != kLength || !day || to_micros(*day) < 0) {
    refuse_field("dueDate", "must be a date, YYYY-MM-DD");
  }
  return text;
}

// A field that is null is cleared, one that is absent stays.
void apply(const Body& body, tasks::Task& task) {
  if (body.has("status")) {
    const auto wanted = state_of<TaskStatus>("status", body.text("status", kMostAssignee));
    if (!may_become(task.status, wanted)) {
      throw Failure(
          ErrorCode::Conflict, "The task cannot change to that status",
          Json::object().set("status", to_text(task.status)).set("wanted", to_text(wanted)));
    }
    task.status = wanted;
  }
  if (body.has("assignee")) task.assignee = body.optional_text("assignee", kMostAssignee);
  if (body.has("dueDate")) {
    task.due_date.reset();
    if (!body.is_null("dueDate")) task.due_date = due_date_of(body);
  }
}

}  // namespace

Response tasks_list(Context& context) {
  const Page page(context, kList);
  const auto after = page.after<tasks::Position>();
  tasks::Filter filter;
  filter.status = state_if_given<TaskStatus>(context.query, "status");
  filter.run = id_if_given<RunId>(context.query, kRun.id_name);
  filter.requirement = text_of(context.query, "requirementId");
  filter.assignee = text_of(context.query, "assignee");
  pg::Tx tx = context.read();
  if (filter.run) refuse_foreign(context, tx, kRun, filter.run->value);
  if (filter.requirement) refuse_foreign(context, tx, kRequirement, *filter.requirement);
  auto items = tasks::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const tasks::Task& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200, Json::object()
                                 .set("tasks", store::render::list(items, store::render::task))
                                 .set("nextCursor", next));
}

Response tasks_patch(Context& context) {
  const auto id = path_id<TaskId>(context, kTask);
  const Body body(context.request, "status assignee dueDate");
  if (!body.has("status") && !body.has("assignee") && !body.has("dueDate")) {
    refuse_field("body", "must have status, assignee or dueDate");
  }
  pg::Tx tx = context.write();
  tasks::Task task = found(tasks::lock(tx, context.tenant, id), context, tx, kTask, id.value);
  const Json before = store::render::task(task);
  apply(body, task);
  tasks::update(tx, context.tenant, task);
  task = found(tasks::lock(tx, context.tenant, id), context, tx, kTask, id.value);
  record(context, tx,
         {.action = "task.update",
          .object_type = "task",
          .object_id = id.value,
          .run = task.run,
          .detail = changed(before, store::render::task(task), {"status", "assignee", "dueDate"})});
  tx.commit();
  return Response::json(200, Json::object().set("task", store::render::task(task)));
}

}  // namespace assay::handlers
