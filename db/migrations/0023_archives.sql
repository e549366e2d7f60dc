-- Which files an archive holds. A document belongs to every archive that holds it and goes with the
-- last of them; one that was uploaded itself stays until it is deleted itself.

ALTER TABLE document ADD COLUMN uploaded_itself boolean NOT NULL DEFAULT true;
UPDATE document SET uploaded_itself = false WHERE parent_document_id IS NOT NULL;

-- One row for each file of an archive, in the archive's order. Written at upload from what the
-- inspection saw, and again when the archive is unpacked; only then are the documents known.
CREATE TABLE archive_member (
  tenant_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  path text NOT NULL CHECK (path <> ''),
  -- Of the file's bytes; null for a file that does not become a document.
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Null until the archive is unpacked, and again once the document is deleted.
  document_id uuid,
  -- STORED: this archive brought the document. DUPLICATE: the tenant had it already.
  outcome text NOT NULL CHECK (outcome IN ('STORED', 'DUPLICATE', 'LEFT_OUT')),
  reason text,
  PRIMARY KEY (tenant_id, archive_id, position),
  FOREIGN KEY (tenant_id, archive_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id)
    ON DELETE SET NULL (document_id),
  CHECK ((outcome = 'LEFT_OUT') = (sha256 IS NULL) AND (outcome = 'LEFT_OUT') = (reason IS NOT NULL)),
  CHECK (outcome <> 'LEFT_OUT' OR document_id IS NULL)
);
CREATE INDEX archive_member_of_document ON archive_member (tenant_id, document_id)
  WHERE document_id IS NOT NULL;
CALL keep_tenants_apart('archive_member');
GRANT SELECT, INSERT, DELETE ON archive_member TO assay_api, assay_pipeline;

-- Of archives unpacked before, only the files that each of them brought are known. Uploading such
-- an archive again completes the list: it has fewer rows than progress_total says it has files.
INSERT INTO archive_member (tenant_id, archive_id, position, path, sha256, document_id, outcome)
SELECT d.tenant_id, d.parent_document_id,
  row_number() OVER (PARTITION BY d.tenant_id, d.parent_document_id
                     ORDER BY d.original_filename, d.id) - 1,
  d.original_filename, d.sha256, d.id, 'STORED'
FROM document d WHERE d.parent_document_id IS NOT NULL;

DROP INDEX document_children;
ALTER TABLE document DROP COLUMN parent_document_id;
