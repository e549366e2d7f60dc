-- Packs: criteria and requirements in versions that never change, and which tenant uses which.
-- A pack without owner is shared by the installation; one with an owner is that tenant's alone.

CREATE TABLE pack (
  id uuid PRIMARY KEY,
  owner_tenant_id uuid REFERENCES tenant (id),
  name text NOT NULL CHECK (name <> ''),
  description text NOT NULL DEFAULT '',
  copyright text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX pack_name ON pack (coalesce(owner_tenant_id, '00000000-0000-0000-0000-000000000000'), name);

CREATE TABLE criteria_version (
  id uuid PRIMARY KEY,
  pack_id uuid NOT NULL REFERENCES pack (id),
  owner_tenant_id uuid REFERENCES tenant (id),
  base_version_id uuid REFERENCES criteria_version (id),
  version text NOT NULL CHECK (version <> ''),
  -- SHA-256 of the canonical JSON of everything in the version.
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (id, pack_id)
);
CREATE UNIQUE INDEX criteria_version_name ON criteria_version
  (pack_id, coalesce(owner_tenant_id, '00000000-0000-0000-0000-000000000000'), version);

CREATE TABLE criterion (
  criteria_version_id uuid NOT NULL REFERENCES criteria_version (id),
  criterion_id integer NOT NULL CHECK (criterion_id > 0),
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  PRIMARY KEY (criteria_version_id, criterion_id)
);

CREATE TABLE requirement (
  id uuid PRIMARY KEY,
  criteria_version_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  position integer NOT NULL,
  -- The dotted label, for example 2.3.i.
  requirement_id text NOT NULL CHECK (requirement_id <> ''),
  criterion_id integer NOT NULL,
  title text NOT NULL CHECK (title <> ''),
  subcheck_label text,
  expected_evidence jsonb NOT NULL DEFAULT '[]',
  UNIQUE (criteria_version_id, requirement_id),
  UNIQUE (criteria_version_id, position),
  FOREIGN KEY (criteria_version_id, pack_id) REFERENCES criteria_version (id, pack_id),
  FOREIGN KEY (criteria_version_id, criterion_id) REFERENCES criterion (criteria_version_id, criterion_id)
);

ALTER TABLE pack ENABLE ROW LEVEL SECURITY;
ALTER TABLE pack FORCE ROW LEVEL SECURITY;
ALTER TABLE criteria_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE criteria_version FORCE ROW LEVEL SECURITY;
CREATE POLICY shared_or_own ON pack TO assay_api, assay_pipeline
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());
CREATE POLICY owner_rows ON pack TO assay_owner USING (true) WITH CHECK (true);
CREATE POLICY shared_or_own ON criteria_version TO assay_api, assay_pipeline
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());
CREATE POLICY owner_rows ON criteria_version TO assay_owner USING (true) WITH CHECK (true);
-- The parts of a version follow the version: only who sees it sees them.
ALTER TABLE criterion ENABLE ROW LEVEL SECURITY;
ALTER TABLE criterion FORCE ROW LEVEL SECURITY;
ALTER TABLE requirement ENABLE ROW LEVEL SECURITY;
ALTER TABLE requirement FORCE ROW LEVEL SECURITY;
CREATE POLICY of_visible_version ON criterion TO assay_api, assay_pipeline
  USING (EXISTS (SELECT FROM criteria_version v WHERE v.id = criteria_version_id))
  WITH CHECK (EXISTS (SELECT FROM criteria_version v WHERE v.id = criteria_version_id
                      AND v.owner_tenant_id = current_tenant()));
CREATE POLICY owner_rows ON criterion TO assay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_visible_version ON requirement TO assay_api, assay_pipeline
  USING (EXISTS (SELECT FROM criteria_version v WHERE v.id = criteria_version_id))
  WITH CHECK (EXISTS (SELECT FROM criteria_version v WHERE v.id = criteria_version_id
                      AND v.owner_tenant_id = current_tenant()));
CREATE POLICY owner_rows ON requirement TO assay_owner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON pack, criteria_version, criterion, requirement TO assay_api;
GRANT SELECT ON pack, criteria_version, criterion, requirement TO assay_pipeline;

-- Which version of which pack a tenant is judged by, and with which thresholds. The oldest binding
-- is the tenant's default pack.
CREATE TABLE pack_binding (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  pack_id uuid NOT NULL,
  criteria_version_id uuid NOT NULL,
  threshold_complete double precision NOT NULL DEFAULT 0.75,
  threshold_partial double precision NOT NULL DEFAULT 0.40,
  evaluator text NOT NULL DEFAULT 'builtin',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, pack_id),
  FOREIGN KEY (criteria_version_id, pack_id) REFERENCES criteria_version (id, pack_id),
  CHECK (threshold_partial >= 0 AND threshold_partial <= threshold_complete AND threshold_complete <= 1)
);
CALL keep_tenants_apart('pack_binding');
GRANT SELECT, INSERT, UPDATE ON pack_binding TO assay_api;
GRANT SELECT ON pack_binding TO assay_pipeline;
