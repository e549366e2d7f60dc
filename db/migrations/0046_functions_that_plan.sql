-- Functions whose statements can be planned where the tables are spread over several servers. They do
-- what they did. In PL/pgSQL a statement is planned with the values at hand, and its plan is kept; in
-- SQL functions that run as their owner it is planned in each call, without the values.

-- Those that return rows keep their statement as it is.
DO $$
DECLARE
  f record;
BEGIN
  FOR f IN SELECT p.prosrc, pg_get_functiondef(p.oid) AS definition
           FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
           WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'sql' AND p.prosecdef
             AND p.proretset
  LOOP
    EXECUTE replace(replace(f.definition, E' LANGUAGE sql', E' LANGUAGE plpgsql'), f.prosrc,
      E'\n#variable_conflict use_column\nBEGIN\n  RETURN QUERY' || f.prosrc || E';\nEND ');
  END LOOP;
END $$;

-- Figures of the transaction's tenant, which say so themselves: beneath them row-level security.
CREATE OR REPLACE FUNCTION own_failure_figures(since timestamptz)
RETURNS TABLE (of text, code text, failures bigint, last_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own uuid := current_tenant();
BEGIN
  RETURN QUERY SELECT f.of, f.code, count(*), max(f.at) FROM (
    SELECT 'document' AS of, d.failure_code AS code, d.failed_at AS at FROM document d
    WHERE d.tenant_id = own AND d.status = 'FAILED' AND d.failed_at >= since
    UNION ALL
    SELECT 'run', substring(s.attributes FROM '"error\.type":"([^"\\]*)"'), r.failed_at FROM run r
    LEFT JOIN run_span s ON s.tenant_id = r.tenant_id AND s.run_id = r.id
      AND s.span_id = r.root_span_id
    WHERE r.tenant_id = own AND r.status = 'FAILED' AND r.failed_at >= since
    UNION ALL
    SELECT 'requirement', substring(a.details FROM '"error":\{"code":"([^"\\]*)"'), a.created_at FROM assessment a
    WHERE a.tenant_id = own AND a.status = 'FAILED' AND a.created_at >= since
    UNION ALL
    SELECT 'export', e.failure_code, e.failed_at FROM export e
    WHERE e.tenant_id = own AND e.status = 'FAILED' AND e.failed_at >= since
    UNION ALL
    SELECT 'reproduction', p.failure_code, p.failed_at FROM reproduction p
    WHERE p.tenant_id = own AND p.status = 'FAILED' AND p.failed_at >= since
    UNION ALL
    SELECT 'corpus', NULL, i.failed_at FROM corpus_ingestion i
    WHERE i.tenant_id = own AND i.status = 'FAILED' AND i.failed_at >= since) AS f
  GROUP BY f.of, f.code;
END $$;

CREATE OR REPLACE FUNCTION own_storage_figures()
RETURNS TABLE (documents bigint, document_bytes bigint, exports bigint, export_bytes bigint)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own uuid := current_tenant();
BEGIN
  SELECT count(*), coalesce(sum(size_bytes), 0)::bigint INTO documents, document_bytes
  FROM document WHERE tenant_id = own;
  SELECT count(size_bytes), coalesce(sum(size_bytes), 0)::bigint INTO exports, export_bytes
  FROM export WHERE tenant_id = own;
  RETURN NEXT;
END $$;

-- What maintenance does for all tenants. Times in a condition of a change are of the statement, so that
-- every server is sent the same.
CREATE OR REPLACE FUNCTION queue_due_webhooks() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added bigint;
BEGIN
  INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
  SELECT w.tenant_id, gen_random_uuid(), 'delivery', w.id, 'event' FROM webhook w
  WHERE w.disabled_at IS NULL
    AND (w.resting_until IS NULL OR w.resting_until <= statement_timestamp())
    AND EXISTS (SELECT FROM event_delivery d
                WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.status = 'PENDING'
                  AND d.next_attempt_at <= statement_timestamp())
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

CREATE OR REPLACE FUNCTION queue_due_retention() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added bigint;
BEGIN
  INSERT INTO work_item (tenant_id, id, kind, subject_id, lane, payload)
  SELECT r.tenant_id, gen_random_uuid(), 'purge', r.tenant_id, 'short', '{"retention": true}'
  FROM retention r
  WHERE (r.document_days IS NOT NULL OR r.export_days IS NOT NULL)
    AND r.updated_at + interval '1 day' <= statement_timestamp()
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

CREATE OR REPLACE FUNCTION queue_due_emails() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM email_sender) THEN
    RETURN 0;
  END IF;
  INSERT INTO work_item (tenant_id, id, kind, subject_id, lane)
  SELECT d.tenant_id, gen_random_uuid(), 'email', d.tenant_id, 'mail'
  FROM (SELECT DISTINCT e.tenant_id FROM email e
        WHERE e.status = 'PENDING' AND e.next_attempt_at <= statement_timestamp()) AS d
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

CREATE OR REPLACE FUNCTION queue_email_digests(week text) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM email_sender) THEN
    RETURN 0;
  END IF;
  INSERT INTO email (tenant_id, id, user_id, kind, about)
  SELECT u.tenant_id, md5(concat_ws(' ', 'digest', week, u.tenant_id, u.id))::uuid, u.id,
    'WEEKLY_DIGEST', json_build_object('week', week)::text
  FROM app_user u
  WHERE u.disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM email_choice c
                    WHERE c.tenant_id = u.tenant_id AND c.user_id = u.id
                      AND c.kind = 'WEEKLY_DIGEST' AND NOT c.wanted)
  ON CONFLICT (tenant_id, id) DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

CREATE OR REPLACE FUNCTION forget_events(days integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  DELETE FROM event WHERE created_at < statement_timestamp() - days * interval '1 day';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

CREATE OR REPLACE FUNCTION forget_emails(days integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  DELETE FROM email WHERE created_at < statement_timestamp() - days * interval '1 day';
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- As before; parts of packs are found by their own owner, and the setting is one that other servers
-- are sent.
CREATE OR REPLACE FUNCTION erase_tenant(gone_tenant uuid, proof text) RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  remaining oid[];
  next_table oid;
  gone bigint;
  counts jsonb := '{}';
BEGIN
  -- Whoever adds a row that refers to the tenant waits, and is then refused.
  PERFORM FROM tenant WHERE id = gone_tenant FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no tenant %', gone_tenant USING ERRCODE = 'no_data_found';
  END IF;
  IF EXISTS (SELECT FROM legal_hold WHERE tenant_id = gone_tenant AND released_at IS NULL) THEN
    RAISE EXCEPTION 'a legal hold stands on the tenant' USING ERRCODE = 'restrict_violation';
  END IF;
  SET LOCAL assay.erasing = 'tenant';
  SELECT array_agg(c.oid) INTO remaining FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p');
  -- Always a table that no other one left refers to.
  WHILE cardinality(remaining) > 0 LOOP
    SELECT t INTO next_table FROM unnest(remaining) AS t
    WHERE NOT EXISTS (SELECT FROM pg_constraint k
                      WHERE k.contype = 'f' AND k.confrelid = t AND k.conrelid <> t
                        AND k.conrelid = ANY (remaining))
    ORDER BY t LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tables refer to each other in a circle';
    END IF;
    EXECUTE format('DELETE FROM %s WHERE tenant_id = $1', next_table::regclass) USING gone_tenant;
    GET DIAGNOSTICS gone = ROW_COUNT;
    IF gone > 0 THEN
      counts := counts || jsonb_build_object(next_table::regclass::text, gone);
    END IF;
    remaining := array_remove(remaining, next_table);
  END LOOP;
  -- Packs, versions and mappings of its own.
  DELETE FROM requirement WHERE owner_tenant_id = gone_tenant;
  DELETE FROM criterion WHERE owner_tenant_id = gone_tenant;
  DELETE FROM criteria_version WHERE owner_tenant_id = gone_tenant;
  DELETE FROM pack WHERE owner_tenant_id = gone_tenant;
  DELETE FROM mapping WHERE owner_tenant_id = gone_tenant;
  DELETE FROM mapping_set WHERE owner_tenant_id = gone_tenant;
  DELETE FROM tenant WHERE id = gone_tenant;
  SET LOCAL assay.erasing = '';
  INSERT INTO erased_tenant (id, line) VALUES (gone_tenant, proof);
  RETURN counts;
END $$;
