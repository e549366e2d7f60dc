-- Exports: the result of a run as a file in the blob store, made by the pipeline when asked for.

CREATE TABLE export (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  format text NOT NULL
    CHECK (format IN ('json', 'csv', 'xlsx', 'pdf', 'html', 'oscal', 'package')),
  status text NOT NULL DEFAULT 'QUEUED'
    CHECK (status IN ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  -- Null: the report that every run makes of itself.
  requested_by uuid,
  -- The stored file; null until it is made.
  size_bytes bigint CHECK (size_bytes > 0),
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  failure_code text,
  failure_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id),
  CHECK ((status = 'COMPLETED') =
         (completed_at IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL AND failure_reason IS NOT NULL))
);
CREATE INDEX export_newest ON export (tenant_id, created_at DESC, id DESC);
CREATE INDEX export_of_run ON export (tenant_id, run_id, created_at DESC, id DESC);
CREATE INDEX export_by_id ON export (id);
CREATE INDEX export_blob ON export (tenant_id, sha256);
CALL keep_tenants_apart('export');
GRANT SELECT, INSERT ON export TO assay_api, assay_pipeline;
GRANT UPDATE (status, size_bytes, sha256, failure_code, failure_reason, started_at, completed_at,
              failed_at) ON export TO assay_pipeline;

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check
    CHECK (kind IN ('document', 'run', 'purge', 'corpus', 'export'));
