-- Reading a document again while its text stays in use: pages and chunks belong to a reading of their
-- document, and document.reading says which one is in use.
ALTER TABLE document ADD COLUMN reading integer NOT NULL DEFAULT 1 CHECK (reading > 0);

ALTER TABLE document_page ADD COLUMN reading integer NOT NULL DEFAULT 1;
ALTER TABLE document_page DROP CONSTRAINT document_page_pkey;
ALTER TABLE document_page ADD PRIMARY KEY (tenant_id, document_id, reading, page_number);

-- Chunks of earlier readings stay, without vectors: assessments cite them.
ALTER TABLE chunk ADD COLUMN reading integer NOT NULL DEFAULT 1;
ALTER TABLE chunk DROP CONSTRAINT chunk_tenant_id_document_id_chunk_index_key;
ALTER TABLE chunk ADD UNIQUE (tenant_id, document_id, reading, chunk_index);

-- Documents that are to be read again, are being read again, or whose last attempt to failed. A row
-- goes when its reading comes into use.
CREATE TABLE document_rereading (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  reading integer NOT NULL CHECK (reading > 1),
  -- The stage completed, as of documents.
  stage text NOT NULL DEFAULT 'UPLOADED'
    CHECK (stage IN ('UPLOADED', 'EXTRACTED', 'PARSED', 'INDEXED', 'FAILED')),
  requested_by uuid,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  file_type text,
  page_count integer,
  chunk_count integer,
  facts jsonb NOT NULL DEFAULT '[]',
  reader_version integer,
  failed_at timestamptz,
  failure_code text,
  failure_reason text,
  PRIMARY KEY (tenant_id, document_id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE,
  CHECK ((stage = 'FAILED') = (failed_at IS NOT NULL AND failure_reason IS NOT NULL)),
  CHECK (stage NOT IN ('EXTRACTED', 'PARSED', 'INDEXED')
         OR file_type IS NOT NULL AND page_count IS NOT NULL AND reader_version IS NOT NULL),
  CHECK (stage NOT IN ('PARSED', 'INDEXED') OR chunk_count > 0)
);
CALL keep_tenants_apart('document_rereading');
GRANT SELECT, INSERT, UPDATE, DELETE ON document_rereading TO assay_api, assay_pipeline;

-- Whether a run that has not ended uses a document: asked before its text is exchanged.
CREATE INDEX run_document_document ON run_document (tenant_id, document_id);
