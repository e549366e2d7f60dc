-- Phrases by which evidence of a requirement is found, as a language model gave them. They follow from
-- the requirement's text alone, so whoever sees the requirement may see them.
CREATE TABLE requirement_expansion (
  requirement_id uuid NOT NULL,
  -- Of the question that the model was asked: another wording may give other phrases.
  prompt_version text NOT NULL CHECK (prompt_version <> ''),
  -- The requirement's. NULL: shared, as for packs.
  owner_tenant_id uuid,
  model text NOT NULL CHECK (model <> ''),
  -- Search words, best first. Empty: the model knew none that the requirement does not say itself.
  phrases jsonb NOT NULL CHECK (jsonb_typeof(phrases) = 'array' AND jsonb_array_length(phrases) <= 12),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (requirement_id, prompt_version)
);
ALTER TABLE requirement_expansion ENABLE ROW LEVEL SECURITY;
ALTER TABLE requirement_expansion FORCE ROW LEVEL SECURITY;
-- Unlike a pack, a row of a shared requirement is written by a run of any tenant.
CREATE POLICY shared_or_own ON requirement_expansion TO assay_api, assay_pipeline
  USING (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant())
  WITH CHECK (owner_tenant_id IS NULL OR owner_tenant_id = current_tenant());
CREATE POLICY owner_rows ON requirement_expansion TO assay_owner USING (true) WITH CHECK (true);
GRANT SELECT ON requirement_expansion TO assay_api;
GRANT SELECT, INSERT ON requirement_expansion TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON requirement_expansion
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The phrases that a run searched with, pinned by its step RETRIEVAL.
CREATE TABLE run_expansion (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  prompt_version text NOT NULL,
  PRIMARY KEY (tenant_id, run_id, requirement_id)
);
CALL keep_tenants_apart('run_expansion');
GRANT SELECT ON run_expansion TO assay_api;
GRANT SELECT, INSERT ON run_expansion TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON run_expansion
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where the other tables are spread over several servers already, these keys are added when the new ones
-- are (db/citus.cpp): a table that is not spread cannot refer to one that is.
DO $$
DECLARE
  spread boolean := false;
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = ''requirement''::regclass)'
      INTO spread;
  END IF;
  IF NOT spread THEN
    -- Phrases go with the requirements of a tenant that is erased; nothing else removes either.
    ALTER TABLE requirement_expansion ADD CONSTRAINT requirement_expansion_requirement
      FOREIGN KEY (requirement_id) REFERENCES requirement (id) ON DELETE CASCADE;
    ALTER TABLE run_expansion ADD CONSTRAINT run_expansion_run
      FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id);
    ALTER TABLE run_expansion ADD CONSTRAINT run_expansion_phrases
      FOREIGN KEY (requirement_id, prompt_version)
      REFERENCES requirement_expansion (requirement_id, prompt_version);
  END IF;
END $$;

-- What the model was asked for: a verdict, or phrases.
ALTER TABLE llm_exchange ADD COLUMN purpose text NOT NULL DEFAULT 'ASSESSMENT';
ALTER TABLE llm_exchange ADD CONSTRAINT llm_exchange_purpose CHECK (purpose IN ('ASSESSMENT', 'EXPANSION'));
