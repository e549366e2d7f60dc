-- A lane for documents whose pages are pictures: recognising words takes about a second a page, and
-- nothing else waits for that.

ALTER TABLE work_item DROP CONSTRAINT work_item_lane_check,
  ADD CONSTRAINT work_item_lane_check
    CHECK (lane IN ('short', 'long', 'run', 'fetch', 'waiting', 'event', 'scan'));
