-- What a document says of itself, and the version of the reader that read it.
ALTER TABLE document
  -- [{name, value, date?, ambiguous?, origin, place?}, ...]; see core/base/document_fact.hpp.
  ADD COLUMN facts jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(facts) = 'array'),
  -- Null until it was read, and for a document that an earlier release read.
  ADD COLUMN reader_version integer CHECK (reader_version > 0);
