-- Where the words of a page stand (core/extract/page_words.hpp). NULL: the format has no such pages,
-- or the document was read before places were kept.
ALTER TABLE document_page ADD COLUMN words bytea;
