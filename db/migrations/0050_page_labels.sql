-- What documents call their pages, such as "iv". NULL: by their number, or the document was read
-- before this was kept.
ALTER TABLE document_page ADD COLUMN label text;
