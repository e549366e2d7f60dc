-- Corpora: regulatory source texts that administrators take in, by upload or from a URL, and which
-- of them runs judge beside the evidence.

CREATE TABLE corpus (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  title text NOT NULL CHECK (title <> ''),
  -- The pack it is the source of; null: of any.
  pack_id uuid REFERENCES pack (id),
  source_url text CHECK (source_url <> ''),
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX corpus_newest ON corpus (tenant_id, created_at DESC, id DESC);
CREATE INDEX corpus_by_id ON corpus (id);
CALL keep_tenants_apart('corpus');
GRANT SELECT, INSERT ON corpus TO assay_api;
GRANT SELECT ON corpus TO assay_pipeline;

-- One text, read once. The status names the stage at hand; the stamps say when each began.
CREATE TABLE corpus_ingestion (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  corpus_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'PENDING'
    CHECK (status IN ('PENDING', 'FETCHING', 'PARSING', 'INDEXING', 'COMPLETED', 'FAILED')),
  -- Where the text is fetched from; null: it was uploaded.
  source_url text,
  -- The stored text; null until it is fetched.
  original_filename text,
  file_type text,
  content_type text,
  size_bytes bigint CHECK (size_bytes > 0),
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  page_count integer,
  passage_count integer CHECK (passage_count > 0),
  error_code text,
  error_details text,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  fetching_at timestamptz,
  parsing_at timestamptz,
  indexing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, corpus_id, id),
  FOREIGN KEY (tenant_id, corpus_id) REFERENCES corpus (tenant_id, id),
  CHECK (fetching_at >= created_at AND parsing_at >= fetching_at AND indexing_at >= parsing_at
         AND completed_at >= indexing_at),
  CHECK (source_url IS NOT NULL OR sha256 IS NOT NULL),
  CHECK ((status IN ('PARSING', 'INDEXING', 'COMPLETED')) <= (sha256 IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL AND passage_count IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL AND error_details IS NOT NULL))
);
CREATE INDEX corpus_ingestion_newest ON corpus_ingestion
  (tenant_id, corpus_id, created_at DESC, id DESC);
CREATE INDEX corpus_ingestion_by_id ON corpus_ingestion (id);
CREATE INDEX corpus_ingestion_blob ON corpus_ingestion (tenant_id, sha256);
-- A corpus is read once at a time.
CREATE UNIQUE INDEX corpus_ingestion_live ON corpus_ingestion (tenant_id, corpus_id)
  WHERE status NOT IN ('COMPLETED', 'FAILED');
CALL keep_tenants_apart('corpus_ingestion');
GRANT SELECT, INSERT ON corpus_ingestion TO assay_api;
GRANT SELECT, UPDATE ON corpus_ingestion TO assay_pipeline;

-- Offsets count code points of the text, as those of a document's chunks do.
CREATE TABLE corpus_passage (
  tenant_id uuid NOT NULL,
  ingestion_id uuid NOT NULL,
  passage_index integer NOT NULL CHECK (passage_index >= 0),
  id uuid NOT NULL,
  page_number integer NOT NULL CHECK (page_number > 0),
  start_offset bigint NOT NULL,
  end_offset bigint NOT NULL CHECK (end_offset > start_offset),
  heading_path text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, ingestion_id, passage_index),
  FOREIGN KEY (tenant_id, ingestion_id) REFERENCES corpus_ingestion (tenant_id, id)
);
CALL keep_tenants_apart('corpus_passage');
GRANT SELECT, INSERT, DELETE ON corpus_passage TO assay_pipeline;

-- Unit vectors, float32 little-endian.
CREATE TABLE corpus_passage_vector (
  tenant_id uuid NOT NULL,
  passage_id uuid NOT NULL,
  model_id text NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (tenant_id, passage_id, model_id),
  FOREIGN KEY (tenant_id, passage_id) REFERENCES corpus_passage (tenant_id, id) ON DELETE CASCADE
);
CALL keep_tenants_apart('corpus_passage_vector');
GRANT SELECT, INSERT, DELETE ON corpus_passage_vector TO assay_pipeline;

-- The newest row of a pack is in force for it; without one, the newest of no pack.
CREATE TABLE corpus_activation (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  corpus_id uuid NOT NULL,
  ingestion_id uuid NOT NULL,
  pack_id uuid REFERENCES pack (id),
  activated_by uuid,
  activated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, corpus_id, ingestion_id)
    REFERENCES corpus_ingestion (tenant_id, corpus_id, id)
);
CREATE INDEX corpus_activation_newest ON corpus_activation
  (tenant_id, pack_id, activated_at DESC, id DESC);
CREATE INDEX corpus_activation_of_corpus ON corpus_activation
  (tenant_id, corpus_id, activated_at DESC, id DESC);
CALL keep_tenants_apart('corpus_activation');
GRANT SELECT, INSERT ON corpus_activation TO assay_api;
GRANT SELECT ON corpus_activation TO assay_pipeline;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON corpus_activation
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE run ADD FOREIGN KEY (tenant_id, corpus_activation_id)
  REFERENCES corpus_activation (tenant_id, id);

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check CHECK (kind IN ('document', 'run', 'purge', 'corpus'));
