-- Keys in files that all hosts of an installation must have: the first host to start names its own. Public halves only.
CREATE TABLE host_key (
  name text PRIMARY KEY CHECK (name IN ('audit', 'events')),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  named_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT ON host_key TO assay_pipeline;
