-- Run once per server by a superuser, before the first `assayctl migrate`:
--   psql -v ON_ERROR_STOP=1 -d postgres -f db/bootstrap.sql
-- Creates the three roles (give them passwords or peer mappings afterwards) and the database.
-- assay_owner owns the schema and runs migrations; assay_api and assay_pipeline hold least rights.
-- Safe to run again.
SELECT format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', name)
FROM unnest(ARRAY['assay_owner', 'assay_api', 'assay_pipeline']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
\gexec
SELECT 'CREATE DATABASE assay OWNER assay_owner ENCODING ''UTF8'' LOCALE ''C.UTF-8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'assay')
\gexec
REVOKE ALL ON DATABASE assay FROM PUBLIC;
GRANT CONNECT ON DATABASE assay TO assay_owner, assay_api, assay_pipeline;
-- Sessions that forget a transaction must not hold back vacuum and the work queue.
ALTER ROLE assay_api IN DATABASE assay SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE assay_api IN DATABASE assay SET statement_timeout = '30s';
ALTER ROLE assay_pipeline IN DATABASE assay SET idle_in_transaction_session_timeout = '30s';
ALTER ROLE assay_pipeline IN DATABASE assay SET statement_timeout = '120s';
