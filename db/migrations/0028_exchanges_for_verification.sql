-- The verification of the trail and replays read every record of a run, so the exchanges with a
-- language model too.
GRANT SELECT ON llm_exchange TO assay_api;
