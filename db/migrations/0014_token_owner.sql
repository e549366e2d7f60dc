-- Tokens are named in paths too. One branch per kind, so that a kind is looked up without planning
-- the others.
CREATE OR REPLACE FUNCTION tenant_of(kind text, wanted uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'document' THEN RETURN (SELECT tenant_id FROM document WHERE id = wanted LIMIT 1);
    WHEN 'run' THEN RETURN (SELECT tenant_id FROM run WHERE id = wanted LIMIT 1);
    WHEN 'assessment' THEN RETURN (SELECT tenant_id FROM assessment WHERE id = wanted LIMIT 1);
    WHEN 'task' THEN RETURN (SELECT tenant_id FROM task WHERE id = wanted LIMIT 1);
    WHEN 'pack' THEN RETURN (SELECT owner_tenant_id FROM pack WHERE id = wanted LIMIT 1);
    WHEN 'criteria_version' THEN
      RETURN (SELECT owner_tenant_id FROM criteria_version WHERE id = wanted LIMIT 1);
    WHEN 'user' THEN RETURN (SELECT tenant_id FROM app_user WHERE id = wanted LIMIT 1);
    WHEN 'token' THEN RETURN (SELECT tenant_id FROM api_token WHERE id = wanted LIMIT 1);
    WHEN 'corpus' THEN RETURN (SELECT tenant_id FROM corpus WHERE id = wanted LIMIT 1);
    WHEN 'ingestion' THEN
      RETURN (SELECT tenant_id FROM corpus_ingestion WHERE id = wanted LIMIT 1);
    ELSE RETURN NULL;
  END CASE;
END $$;
