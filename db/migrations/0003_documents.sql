-- Evidence: documents, their pages as read, chunks and vectors.

CREATE TABLE document (
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  id uuid NOT NULL,
  parent_document_id uuid,
  original_filename text NOT NULL CHECK (original_filename <> ''),
  file_type text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  status text NOT NULL DEFAULT 'UPLOADED'
    CHECK (status IN ('UPLOADED', 'EXTRACTED', 'PARSED', 'INDEXED', 'READY', 'FAILED')),
  uploaded_by uuid,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  extracted_at timestamptz,
  parsed_at timestamptz,
  indexed_at timestamptz,
  ready_at timestamptz,
  failed_at timestamptz,
  failure_code text,
  failure_reason text,
  page_count integer,
  chunk_count integer,
  -- How far the stage at hand is: done of total units (pages, chunks, files).
  progress_done bigint NOT NULL DEFAULT 0,
  progress_total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, sha256),
  FOREIGN KEY (tenant_id, parent_document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE,
  CHECK (extracted_at >= uploaded_at AND parsed_at >= extracted_at AND indexed_at >= parsed_at
         AND ready_at >= indexed_at),
  CHECK ((status = 'READY') <= (ready_at IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failed_at IS NOT NULL AND failure_reason IS NOT NULL))
);
CREATE INDEX document_newest ON document (tenant_id, uploaded_at DESC, id DESC);
CREATE INDEX document_children ON document (tenant_id, parent_document_id);
CALL keep_tenants_apart('document');
GRANT SELECT, INSERT, UPDATE, DELETE ON document TO assay_api, assay_pipeline;

-- The document's text is its pages' texts one after another; offsets count code points.
CREATE TABLE document_page (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  page_number integer NOT NULL CHECK (page_number > 0),
  start_offset bigint NOT NULL CHECK (start_offset >= 0),
  text text NOT NULL,
  -- [[kind, level, start, end], ...] within the page; kinds as in core/page.hpp.
  blocks jsonb NOT NULL,
  PRIMARY KEY (tenant_id, document_id, page_number),
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE
);
CALL keep_tenants_apart('document_page');
GRANT SELECT ON document_page TO assay_api;
GRANT SELECT, INSERT, DELETE ON document_page TO assay_pipeline;
GRANT DELETE ON document_page TO assay_api;

CREATE TABLE chunk (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  chunk_index integer NOT NULL CHECK (chunk_index >= 0),
  id uuid NOT NULL,
  page_number integer NOT NULL,
  start_offset bigint NOT NULL,
  end_offset bigint NOT NULL CHECK (end_offset > start_offset),
  token_count integer NOT NULL,
  heading_path text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, document_id, chunk_index),
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE
);
CALL keep_tenants_apart('chunk');
GRANT SELECT, DELETE ON chunk TO assay_api;
GRANT SELECT, INSERT, DELETE ON chunk TO assay_pipeline;

-- Unit vectors, float32 little-endian. One chunk may have a vector of each of several models while
-- a change of model is under way.
CREATE TABLE chunk_embedding (
  tenant_id uuid NOT NULL,
  chunk_id uuid NOT NULL,
  model_id text NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (tenant_id, chunk_id, model_id),
  FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk (tenant_id, id) ON DELETE CASCADE
);
CALL keep_tenants_apart('chunk_embedding');
GRANT SELECT, DELETE ON chunk_embedding TO assay_api;
GRANT SELECT, INSERT, DELETE ON chunk_embedding TO assay_pipeline;
