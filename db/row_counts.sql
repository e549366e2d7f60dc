-- Run through psql: prints the number of rows of each table as "table number", without the tables whose rows a backup
-- leaves out. This is the only place that names those; left_out is a pattern for pg_dump too.
\set ON_ERROR_STOP 1
\pset format unaligned
\pset fieldsep ' '
\pset tuples_only on
\set left_out '(signing_key|refresh_token|login_failure|idempotency_key|oidc_attempt|worker)'
SELECT format('SELECT %L, count(*) FROM public.%I', relname, relname)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  AND relname !~ ('^' || :'left_out' || '$')
ORDER BY relname
\gexec
