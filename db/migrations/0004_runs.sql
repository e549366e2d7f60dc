-- Runs: what each pinned, its steps, the assessments (never changed), tasks and the frozen snapshot.
-- Nothing here refers to a document by a foreign key: records outlive the evidence they cite.

CREATE TABLE run (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  pack_id uuid NOT NULL REFERENCES pack (id),
  status text NOT NULL DEFAULT 'QUEUED'
    CHECK (status IN ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  trigger_type text NOT NULL DEFAULT 'manual',
  criteria_version_id uuid NOT NULL,
  corpus_activation_id uuid,
  threshold_complete double precision NOT NULL,
  threshold_partial double precision NOT NULL,
  similarity_threshold double precision NOT NULL,
  evaluator text NOT NULL,
  model text NOT NULL,
  -- Null until the run is frozen or known not to be.
  snapshot_status text CHECK (snapshot_status IN ('CAPTURED', 'LEGACY')),
  snapshot_hash text,
  trace_id text NOT NULL CHECK (trace_id ~ '^[0-9a-f]{32}$'),
  root_span_id text NOT NULL CHECK (root_span_id ~ '^[0-9a-f]{16}$'),
  requirements_total integer NOT NULL,
  rerun_of uuid,
  started_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  cancelled_at timestamptz,
  failure_reason text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (criteria_version_id, pack_id) REFERENCES criteria_version (id, pack_id),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL)),
  CHECK ((snapshot_status = 'CAPTURED') <= (snapshot_hash IS NOT NULL))
);
CREATE INDEX run_newest ON run (tenant_id, created_at DESC, id DESC);
CALL keep_tenants_apart('run');
GRANT SELECT, INSERT, UPDATE ON run TO assay_api, assay_pipeline;

-- The exact documents and requirements a run judges, fixed when it is created.
CREATE TABLE run_document (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  document_id uuid NOT NULL,
  original_filename text NOT NULL,
  file_type text NOT NULL,
  sha256 text NOT NULL,
  chunk_count integer NOT NULL,
  PRIMARY KEY (tenant_id, run_id, document_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('run_document');
GRANT SELECT, INSERT ON run_document TO assay_api;
GRANT SELECT ON run_document TO assay_pipeline;

CREATE TABLE run_requirement (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_id uuid NOT NULL REFERENCES requirement (id),
  position integer NOT NULL,
  PRIMARY KEY (tenant_id, run_id, requirement_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('run_requirement');
GRANT SELECT, INSERT ON run_requirement TO assay_api;
GRANT SELECT ON run_requirement TO assay_pipeline;

CREATE TABLE run_step (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  step_index integer NOT NULL CHECK (step_index BETWEEN 0 AND 5),
  step_name text NOT NULL,
  status text NOT NULL DEFAULT 'NOT_EXECUTED'
    CHECK (status IN ('NOT_EXECUTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  started_at timestamptz,
  completed_at timestamptz,
  span_id text NOT NULL CHECK (span_id ~ '^[0-9a-f]{16}$'),
  input_refs jsonb NOT NULL DEFAULT '{}',
  output_refs jsonb NOT NULL DEFAULT '{}',
  error_details text,
  PRIMARY KEY (tenant_id, run_id, step_index),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('run_step');
GRANT SELECT, INSERT ON run_step TO assay_api;
GRANT SELECT, UPDATE ON run_step TO assay_pipeline;
GRANT UPDATE ON run_step TO assay_api;  -- cancelling ends the step at hand

CREATE TABLE assessment (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_record_id uuid NOT NULL REFERENCES requirement (id),
  status text NOT NULL CHECK (status IN ('COMPLETE', 'PARTIAL', 'MISSING', 'FAILED')),
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  reasoning text NOT NULL,
  -- As written, never re-serialised: JSON text, not jsonb.
  citations text NOT NULL,
  details text NOT NULL,
  duration_ms bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, requirement_record_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CALL keep_tenants_apart('assessment');
GRANT SELECT ON assessment TO assay_api;
GRANT SELECT, INSERT ON assessment TO assay_pipeline;

CREATE TABLE task (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_record_id uuid NOT NULL REFERENCES requirement (id),
  requirement_id text NOT NULL,
  criterion_id integer NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')),
  assignee text,
  due_date date,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, requirement_record_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CREATE INDEX task_newest ON task (tenant_id, created_at DESC, id DESC);
CALL keep_tenants_apart('task');
GRANT SELECT, UPDATE ON task TO assay_api;
GRANT SELECT, INSERT ON task TO assay_pipeline;

-- Canonical JSON (RFC 8785) exactly as hashed; hash = SHA-256 of content.
CREATE TABLE run_snapshot (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  content bytea NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  captured_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, run_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
ALTER TABLE run_snapshot ALTER COLUMN content SET STORAGE EXTERNAL;
CALL keep_tenants_apart('run_snapshot');
GRANT SELECT ON run_snapshot TO assay_api;
GRANT SELECT, INSERT ON run_snapshot TO assay_pipeline;
