-- Batches: some of a run's requirements, which another daemon than the run's own may judge.

ALTER TABLE work_item DROP CONSTRAINT work_item_kind_check,
  ADD CONSTRAINT work_item_kind_check CHECK (kind IN
    ('document', 'run', 'purge', 'corpus', 'export', 'reproduction', 'delivery', 'email', 'batch'));

-- The run that a batch belongs to. Its subject_id is an identifier of its own.
ALTER TABLE work_item ADD COLUMN part_of uuid,
  ADD CONSTRAINT work_item_part_check CHECK ((kind = 'batch') = (part_of IS NOT NULL));
CREATE INDEX work_item_parts ON work_item (tenant_id, part_of) WHERE part_of IS NOT NULL;
