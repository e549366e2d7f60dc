-- What a run judges is pinned before it starts. A pin that is added later could not be taken out again,
-- and replay would refuse the run for good.
CREATE FUNCTION refuse_late_pins() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added a JOIN run r ON r.tenant_id = a.tenant_id AND r.id = a.run_id
             WHERE r.status <> 'QUEUED') THEN
    RAISE EXCEPTION 'INSERT on % is refused: the run has started', TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER before_start AFTER INSERT ON run_requirement
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_pins();
CREATE TRIGGER before_start AFTER INSERT ON run_document
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_pins();
CREATE TRIGGER before_start AFTER INSERT ON run_document_left_out
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_pins();
