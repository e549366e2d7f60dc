-- Pages whose words were recognised in a picture (OCR), and pages that remained pictures.
ALTER TABLE document_page
  ADD COLUMN source text NOT NULL DEFAULT 'TEXT' CHECK (source IN ('TEXT', 'PICTURE', 'RECOGNIZED')),
  -- Of recognised words on average; 1 for other pages.
  ADD COLUMN confidence double precision NOT NULL DEFAULT 1 CHECK (confidence BETWEEN 0 AND 1);
