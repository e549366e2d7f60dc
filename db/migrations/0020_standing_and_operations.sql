-- What front ends look up all the time: the last word on each requirement and what it cites, and
-- figures of the installation for those who operate it.

-- Of each requirement of a pack, by its label, the assessment of the run that completed last. Follows
-- from runs and assessments; written when a run completes, so that nothing is searched for later.
CREATE TABLE standing_assessment (
  tenant_id uuid NOT NULL,
  pack_id uuid NOT NULL REFERENCES pack (id),
  requirement_id text NOT NULL,
  assessment_id uuid NOT NULL,
  run_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, pack_id, requirement_id),
  FOREIGN KEY (tenant_id, assessment_id) REFERENCES assessment (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES run (tenant_id, id)
);
CREATE INDEX standing_assessment_of_run ON standing_assessment (tenant_id, run_id);
CALL keep_tenants_apart('standing_assessment');
GRANT SELECT ON standing_assessment TO assay_api;
GRANT SELECT, INSERT, UPDATE ON standing_assessment TO assay_pipeline;

-- The documents that those assessments cite. No foreign key to the document, which may be gone.
CREATE TABLE standing_citation (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  requirement_id text NOT NULL,
  PRIMARY KEY (tenant_id, document_id, pack_id, requirement_id),
  FOREIGN KEY (tenant_id, pack_id, requirement_id)
    REFERENCES standing_assessment (tenant_id, pack_id, requirement_id)
);
CREATE INDEX standing_citation_of_requirement
  ON standing_citation (tenant_id, pack_id, requirement_id);
CALL keep_tenants_apart('standing_citation');
GRANT SELECT ON standing_citation TO assay_api;
GRANT SELECT, INSERT, DELETE ON standing_citation TO assay_pipeline;

INSERT INTO standing_assessment (tenant_id, pack_id, requirement_id, assessment_id, run_id)
  SELECT DISTINCT ON (a.tenant_id, r.pack_id, q.requirement_id)
    a.tenant_id, r.pack_id, q.requirement_id, a.id, a.run_id
  FROM assessment a
  JOIN run r ON r.tenant_id = a.tenant_id AND r.id = a.run_id AND r.status = 'COMPLETED'
  JOIN requirement q ON q.id = a.requirement_record_id
  ORDER BY a.tenant_id, r.pack_id, q.requirement_id, r.completed_at DESC, r.id DESC;
INSERT INTO standing_citation (tenant_id, document_id, pack_id, requirement_id)
  SELECT DISTINCT s.tenant_id, (c.value ->> 'documentId')::uuid, s.pack_id, s.requirement_id
  FROM standing_assessment s
  JOIN assessment a ON a.tenant_id = s.tenant_id AND a.id = s.assessment_id
  CROSS JOIN json_array_elements(a.citations::json) c;

-- The runs of a pack, newest first.
CREATE INDEX run_of_pack ON run (tenant_id, pack_id, created_at DESC, id DESC);

-- What failed lately, over all tenants.
CREATE INDEX document_failed ON document (failed_at) WHERE status = 'FAILED';
CREATE INDEX run_failed ON run (failed_at) WHERE status = 'FAILED';
CREATE INDEX assessment_failed ON assessment (created_at) WHERE status = 'FAILED';
CREATE INDEX export_failed ON export (failed_at) WHERE status = 'FAILED';
CREATE INDEX reproduction_failed ON reproduction (failed_at) WHERE status = 'FAILED';
CREATE INDEX corpus_ingestion_failed ON corpus_ingestion (failed_at) WHERE status = 'FAILED';
-- By what it was and why, in fixed words; nothing of a tenant. Found as text: the JSON around them
-- may hold what its operators refuse.
CREATE FUNCTION failure_figures(since timestamptz)
RETURNS TABLE (of text, code text, failures bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE ALL ON FUNCTION failure_figures(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION failure_figures(timestamptz) TO assay_api;

-- As before, and since when its oldest item is there.
DROP FUNCTION queue_figures();
CREATE FUNCTION queue_figures()
RETURNS TABLE (kind text, state text, items bigint, oldest_s double precision,
               oldest_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.kind, w.state, count(*),
    greatest(0, extract(epoch FROM clock_timestamp() - min(w.created_at)))::double precision,
    min(w.created_at)
  FROM work_item w WHERE w.state IN ('ready', 'running') GROUP BY w.kind, w.state
$$;
REVOKE ALL ON FUNCTION queue_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_figures() TO assay_api;

-- How many items each daemon holds, over all tenants.
CREATE FUNCTION worker_figures()
RETURNS TABLE (host text, started_at timestamptz, seen_at timestamptz, running bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.host, w.started_at, w.seen_at,
    (SELECT count(*) FROM work_item i WHERE i.state = 'running' AND i.worker = w.id)
  FROM worker w
$$;
REVOKE ALL ON FUNCTION worker_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION worker_figures() TO assay_api;

-- What is stored, over all tenants.
CREATE FUNCTION storage_figures()
RETURNS TABLE (documents bigint, document_bytes bigint, exports bigint, export_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.items, d.bytes, e.items, e.bytes
  FROM (SELECT count(*) AS items, coalesce(sum(size_bytes), 0)::bigint AS bytes FROM document) d,
       (SELECT count(size_bytes) AS items, coalesce(sum(size_bytes), 0)::bigint AS bytes
        FROM export) e
$$;
REVOKE ALL ON FUNCTION storage_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION storage_figures() TO assay_api;
