-- Reproductions: a run evaluated again from its frozen snapshot alone. Tasks that several runs find
-- open. Reviews in exports.

-- Exports show what people made of the assessments.
GRANT SELECT ON assessment_review TO assay_pipeline;

CREATE TABLE reproduction (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'QUEUED'
    CHECK (status IN ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  -- As frozen: nothing else may evaluate again.
  evaluator text NOT NULL,
  evaluator_version text NOT NULL,
  evaluator_model text,
  requested_by uuid NOT NULL,
  -- What came of it. As written, never re-serialised: a JSON array as text, not jsonb.
  identical boolean,
  differences text,
  failure_code text,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id),
  CHECK ((status = 'COMPLETED') =
         (completed_at IS NOT NULL AND identical IS NOT NULL AND differences IS NOT NULL)),
  CHECK (identical IS NULL OR identical = (differences = '[]')),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL AND failure_reason IS NOT NULL))
);
CREATE INDEX reproduction_of_run ON reproduction (tenant_id, run_id, created_at DESC, id DESC);
CREATE INDEX reproduction_by_id ON reproduction (id);
CALL keep_tenants_apart('reproduction');
GRANT SELECT, INSERT ON reproduction TO assay_api;
GRANT SELECT, UPDATE (status, identical, differences, failure_code, failure_reason, started_at,
                      completed_at, failed_at) ON reproduction TO assay_pipeline;

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check
    CHECK (kind IN ('document', 'run', 'purge', 'corpus', 'export', 'reproduction'));

CREATE OR REPLACE FUNCTION tenant_of(kind text, wanted uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'document' THEN RETURN (SELECT tenant_id FROM document WHERE id = wanted LIMIT 1);
    WHEN 'run' THEN RETURN (SELECT tenant_id FROM run WHERE id = wanted LIMIT 1);
    WHEN 'assessment' THEN RETURN (SELECT tenant_id FROM assessment WHERE id = wanted LIMIT 1);
    WHEN 'task' THEN RETURN (SELECT tenant_id FROM task WHERE id = wanted LIMIT 1);
    WHEN 'pack' THEN RETURN (SELECT owner_tenant_id FROM pack WHERE id = wanted);
    WHEN 'criteria_version' THEN
      RETURN (SELECT owner_tenant_id FROM criteria_version WHERE id = wanted);
    WHEN 'requirement' THEN
      RETURN (SELECT v.owner_tenant_id FROM requirement r
              JOIN criteria_version v ON v.id = r.criteria_version_id WHERE r.id = wanted);
    WHEN 'user' THEN RETURN (SELECT tenant_id FROM app_user WHERE id = wanted LIMIT 1);
    WHEN 'token' THEN RETURN (SELECT tenant_id FROM api_token WHERE id = wanted LIMIT 1);
    WHEN 'corpus' THEN RETURN (SELECT tenant_id FROM corpus WHERE id = wanted LIMIT 1);
    WHEN 'ingestion' THEN
      RETURN (SELECT tenant_id FROM corpus_ingestion WHERE id = wanted LIMIT 1);
    WHEN 'export' THEN RETURN (SELECT tenant_id FROM export WHERE id = wanted LIMIT 1);
    WHEN 'reproduction' THEN RETURN (SELECT tenant_id FROM reproduction WHERE id = wanted LIMIT 1);
    ELSE RAISE EXCEPTION 'tenant_of: there is no kind %', kind;
  END CASE;
END $$;

-- Which runs found a task's gap, and which found the requirement COMPLETE while the task was open.
-- task.run_id stays the run that made it.
CREATE TABLE task_run (
  tenant_id uuid NOT NULL,
  task_id uuid NOT NULL,
  run_id uuid NOT NULL,
  -- The run's own version of the pack may have another record of the requirement than the task.
  requirement_record_id uuid NOT NULL REFERENCES requirement (id),
  satisfied boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, task_id, run_id),
  FOREIGN KEY (tenant_id, task_id) REFERENCES task (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
INSERT INTO task_run (tenant_id, task_id, run_id, requirement_record_id)
  SELECT tenant_id, id, run_id, requirement_record_id FROM task;
-- A gap of a run has one task.
CREATE UNIQUE INDEX task_run_of_gap ON task_run (tenant_id, run_id, requirement_record_id)
  WHERE NOT satisfied;
CALL keep_tenants_apart('task_run');
GRANT SELECT ON task_run TO assay_api;
GRANT SELECT, INSERT ON task_run TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON task_run
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- The open tasks of a requirement.
CREATE INDEX task_open ON task (tenant_id, requirement_id) WHERE status <> 'COMPLETED';
