-- A tenant's own names for things: "HarbourLink" means "VPN". Runs find more evidence by them. A
-- version never changes: whoever changes the list adds a version, and the last one counts.
CREATE TABLE glossary (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  version integer NOT NULL CHECK (version > 0),
  -- As written, never re-serialised: a JSON array of {expression, meaning} as text, not jsonb.
  entries text NOT NULL,
  sha256 text NOT NULL CHECK (sha256 = encode(sha256(convert_to(entries, 'UTF8')), 'hex')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, version)
);
CALL keep_tenants_apart('glossary');
GRANT SELECT, INSERT ON glossary TO assay_api;
GRANT SELECT ON glossary TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON glossary
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Pinned when a run is created; null if the tenant had none.
ALTER TABLE run ADD COLUMN glossary_version integer,
  ADD FOREIGN KEY (tenant_id, glossary_version) REFERENCES glossary (tenant_id, version);
