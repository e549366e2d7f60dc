-- Run through psql: prints the number of rows of each table as "table number", without the tables whose rows a backup
-- leaves out.
\set ON_ERROR_STOP 1
\pset format unaligned
\pset fieldsep ' '
\pset tuples_only on
SELECT format('SELECT %L, count(*) FROM public.%I', relname, relname)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT IN
  ('signing_key', 'refresh_token', 'login_failure', 'idempotency_key', 'oidc_attempt', 'worker')
ORDER BY relname
\gexec
