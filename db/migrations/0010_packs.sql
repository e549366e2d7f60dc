-- What packs brought in from elsewhere carry: the source's own names and keys, guidance, customised
-- versions with what they changed, and mappings between frameworks.

ALTER TABLE criteria_version
  -- The framework's stable key in its source (urn, OSCAL uuid); '' where it has none.
  ADD COLUMN source_key text NOT NULL DEFAULT '',
  -- Of a customised version: the changes to its base, as JSON text exactly as they were taken.
  ADD COLUMN changes text,
  ADD CHECK ((base_version_id IS NULL) = (changes IS NULL)),
  ADD FOREIGN KEY (base_version_id, pack_id) REFERENCES criteria_version (id, pack_id);
ALTER TABLE criterion ADD COLUMN label text NOT NULL DEFAULT '';
ALTER TABLE requirement
  ADD COLUMN guidance text NOT NULL DEFAULT '',
  ADD COLUMN source_key text NOT NULL DEFAULT '';
CREATE INDEX criteria_version_of_source ON criteria_version (source_key) WHERE source_key <> '';
CREATE INDEX requirement_of_source ON requirement (criteria_version_id, source_key)
  WHERE source_key <> '';

-- Links between the requirements of two frameworks, all named by their source keys: either
-- framework may be brought in before, after or never. Shared or one tenant's, as packs are.
CREATE TABLE mapping_set (
  id uuid PRIMARY KEY,
  owner_tenant_id uuid REFERENCES tenant (id),
  source_key text NOT NULL CHECK (source_key <> ''),
  name text NOT NULL CHECK (name <> ''),
  source_framework text NOT NULL CHECK (source_framework <> ''),
  target_framework text NOT NULL CHECK (target_framework <> ''),
  -- SHA-256 of the canonical JSON of everything in the set.
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX mapping_set_content ON mapping_set
  (coalesce(owner_tenant_id, '00000000-0000-0000-0000-000000000000'), content_hash);
CREATE INDEX mapping_set_of_source ON mapping_set (source_framework);
CREATE INDEX mapping_set_of_target ON mapping_set (target_framework);

CREATE TABLE mapping (
  mapping_set_id uuid NOT NULL REFERENCES mapping_set (id),
  position integer NOT NULL,
  source text NOT NULL CHECK (source <> ''),
  target text NOT NULL CHECK (target <> ''),
  relationship text NOT NULL CHECK (relationship <> ''),
  strength integer,
  rationale text NOT NULL DEFAULT '',
  PRIMARY KEY (mapping_set_id, position)
);

ALTER TABLE mapping_set ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping_set FORCE ROW LEVEL SECURITY;
ALTER TABLE mapping ENABLE ROW LEVEL SECURITY;
ALTER TABLE mapping FORCE ROW LEVEL SECURITY;
CREATE POLICY shared_or_own ON mapping_set TO assay_api
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id = current_tenant());
CREATE POLICY owner_rows ON mapping_set TO assay_owner USING (true) WITH CHECK (true);
CREATE POLICY of_visible_set ON mapping TO assay_api
  USING (EXISTS (SELECT FROM mapping_set s WHERE s.id = mapping_set_id))
  WITH CHECK (EXISTS (SELECT FROM mapping_set s WHERE s.id = mapping_set_id
                      AND s.owner_tenant_id = current_tenant()));
CREATE POLICY owner_rows ON mapping TO assay_owner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON mapping_set, mapping TO assay_api;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mapping_set
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mapping
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
