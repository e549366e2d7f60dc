-- Run by `assayctl backup` as a superuser, through psql: writes a dump of one moment into the folder `folder`,
-- and of the same moment the number of rows of each table, and the stored files that rows name.
-- Keys that sign access tokens are left out, and so is what belongs to sessions and to running processes (`counts`,
-- which is row_counts.sql, names those tables).
\set ON_ERROR_STOP 1
\cd :folder
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot
\gset
\setenv ASSAY_SNAPSHOT :snapshot
\setenv PGDATABASE :DBNAME
\o rows
\i :counts
\setenv ASSAY_LEFT_OUT :left_out
\! pg_dump --snapshot="$ASSAY_SNAPSHOT" --format=custom --file=database.dump --exclude-table-data="$ASSAY_LEFT_OUT" || rm -f database.dump
\o originals
SELECT tenant_id || ' ' || sha256 FROM document
UNION SELECT tenant_id || ' ' || sha256 FROM corpus_ingestion WHERE sha256 IS NOT NULL
UNION SELECT x.tenant_id || ' ' || x.sha256 FROM export x WHERE x.sha256 IS NOT NULL
  AND NOT EXISTS (SELECT FROM erased_export e WHERE e.tenant_id = x.tenant_id AND e.export_id = x.id)
ORDER BY 1;
\o
COMMIT;
