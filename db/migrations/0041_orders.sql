-- SPDX-License-Identifier: Apache-2.0
-- Indexes for the orders that long lists can be read in (kOrderKeys of db/store). Each has the
-- expression of its key, and the identifier that decides between equal values.

CREATE INDEX document_by_name
  ON document (tenant_id, (left(lower(original_filename), 200)), id);
CREATE INDEX document_by_size ON document (tenant_id, size_bytes, id);
CREATE INDEX run_completed
  ON run (tenant_id, (coalesce(completed_at, timestamptz '9999-12-31 00:00:00+00')), id);
CREATE INDEX task_updated ON task (tenant_id, updated_at, id);
CREATE INDEX task_due ON task (tenant_id, (coalesce(due_date, date '9999-12-31')), id);
CREATE INDEX task_by_assignee ON task (tenant_id, (lower(coalesce(assignee, ''))), id);
CREATE INDEX task_by_requirement ON task (tenant_id, requirement_id, id);
