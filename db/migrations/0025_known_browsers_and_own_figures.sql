-- Browsers that signed in to an account before: wrong passwords that others send do not make them wait.
-- Figures of one tenant, for its administrators.

-- The browser's cookie holds a secret; here is only its SHA-256. One browser may know several accounts.
CREATE TABLE known_browser (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  signed_in_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, secret_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX known_browser_by_secret ON known_browser (secret_hash);
CALL keep_tenants_apart('known_browser');
GRANT SELECT, INSERT, DELETE, UPDATE (signed_in_at) ON known_browser TO assay_api;

-- A sign-in has no tenant yet. Only who has the secret finds its rows, so the work does not depend on
-- which e-mail address is tried.
CREATE FUNCTION users_of_browser(wanted bytea)
RETURNS TABLE (tenant_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.tenant_id, b.user_id FROM known_browser b
  WHERE b.secret_hash = wanted AND b.signed_in_at > clock_timestamp() - interval '180 days'
$$;
REVOKE ALL ON FUNCTION users_of_browser(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION users_of_browser(bytea) TO assay_api;

-- The way back from the identity provider does not carry the cookie, which is SameSite=Strict.
ALTER TABLE oidc_attempt ADD COLUMN browser_hash bytea CHECK (length(browser_hash) = 32);

-- As failure_figures() and storage_figures(), but not as the owner: the caller sees the rows of the
-- transaction's tenant alone.
CREATE FUNCTION own_failure_figures(since timestamptz)
RETURNS TABLE (of text, code text, failures bigint, last_at timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT f.of, f.code, count(*), max(f.at) FROM (
    SELECT 'document' AS of, d.failure_code AS code, d.failed_at AS at FROM document d
    WHERE d.status = 'FAILED' AND d.failed_at >= since
    UNION ALL
    SELECT 'run', substring(s.attributes FROM '"error\.type":"([^"\\]*)"'), r.failed_at FROM run r
    LEFT JOIN run_span s ON s.tenant_id = r.tenant_id AND s.run_id = r.id
      AND s.span_id = r.root_span_id
    WHERE r.status = 'FAILED' AND r.failed_at >= since
    UNION ALL
    SELECT 'requirement', substring(a.details FROM '"error":\{"code":"([^"\\]*)"'), a.created_at FROM assessment a
    WHERE a.status = 'FAILED' AND a.created_at >= since
    UNION ALL
    SELECT 'export', e.failure_code, e.failed_at FROM export e
    WHERE e.status = 'FAILED' AND e.failed_at >= since
    UNION ALL
    SELECT 'reproduction', p.failure_code, p.failed_at FROM reproduction p
    WHERE p.status = 'FAILED' AND p.failed_at >= since
    UNION ALL
    SELECT 'corpus', NULL, i.failed_at FROM corpus_ingestion i
    WHERE i.status = 'FAILED' AND i.failed_at >= since) AS f
  GROUP BY f.of, f.code
$$;
REVOKE ALL ON FUNCTION own_failure_figures(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_failure_figures(timestamptz) TO assay_api;

CREATE FUNCTION own_storage_figures()
RETURNS TABLE (documents bigint, document_bytes bigint, exports bigint, export_bytes bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT d.items, d.bytes, e.items, e.bytes
  FROM (SELECT count(*) AS items, coalesce(sum(size_bytes), 0)::bigint AS bytes FROM document) d,
       (SELECT count(size_bytes) AS items, coalesce(sum(size_bytes), 0)::bigint AS bytes
        FROM export) e
$$;
REVOKE ALL ON FUNCTION own_storage_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_storage_figures() TO assay_api;
