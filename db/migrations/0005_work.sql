-- The work queue. Kept free of foreign keys and of large rows; only the database's clock counts.

CREATE TABLE work_item (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('document', 'run', 'purge')),
  -- What the item is about: the document's or the run's id.
  subject_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'running', 'done', 'failed')),
  priority integer NOT NULL DEFAULT 0,
  run_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Grows with every claim and never repeats: a worker's writes carry the fence it claimed with.
  fence bigint NOT NULL DEFAULT 0,
  lease_until timestamptz,
  deadline_at timestamptz,
  worker text,
  attempts integer NOT NULL DEFAULT 0,
  crashes integer NOT NULL DEFAULT 0,
  last_error text,
  -- For kind purge: what to remove, as JSON.
  payload jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX work_item_ready ON work_item (priority, run_at, id) WHERE state = 'ready';
CREATE INDEX work_item_running ON work_item (lease_until) WHERE state = 'running';
CREATE INDEX work_item_subject ON work_item (tenant_id, subject_id);
-- At most one live item of a kind about one thing.
CREATE UNIQUE INDEX work_item_live ON work_item (tenant_id, kind, subject_id)
  WHERE state IN ('ready', 'running');

-- The pipeline claims across tenants, so here, and only here, it sees all rows.
ALTER TABLE work_item ENABLE ROW LEVEL SECURITY;
ALTER TABLE work_item FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON work_item TO assay_api
  USING (tenant_id = nullif(current_setting('assay.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('assay.tenant', true), '')::uuid);
CREATE POLICY all_rows ON work_item TO assay_pipeline USING (true) WITH CHECK (true);
CREATE POLICY owner_rows ON work_item TO assay_owner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON work_item TO assay_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON work_item TO assay_pipeline;

-- Pipeline daemons that are alive: id is host, boot, process and start time in one.
CREATE TABLE worker (
  id text PRIMARY KEY,
  host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON worker TO assay_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON worker TO assay_pipeline;
