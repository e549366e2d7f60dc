// SPDX-License-Identifier: Apache-2.0
// The readers, one per format. Each adds blocks to the builder, ends every page that it began, and
// throws ReadFailure if the document is not what it should be.
#pragma once

#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Takes bytes in any encoding that to_utf8 knows.
void read_plain_text(std::string_view bytes, PageBuilder& builder);
void read_markdown(std::string_view bytes, PageBuilder& builder);
void read_csv(std::string_view bytes, PageBuilder& builder);
void read_json(std::string_view bytes, PageBuilder& builder);
void read_html(std::string_view bytes, PageBuilder& builder);
void read_xml(std::string_view bytes, PageBuilder& builder);
void read_svg(std::string_view bytes, PageBuilder& builder);
void read_vcard(std::string_view bytes, PageBuilder& builder);
void read_calendar(std::string_view bytes, PageBuilder& builder);
void read_epub(std::string_view bytes, PageBuilder& builder);

void read_docx(std::string_view bytes, PageBuilder& builder);
void read_xlsx(std::string_view bytes, PageBuilder& builder);
void read_pptx(std::string_view bytes, PageBuilder& builder);
void read_odt(std::string_view bytes, PageBuilder& builder);
void read_ods(std::string_view bytes, PageBuilder& builder);
void read_odp(std::string_view bytes, PageBuilder& builder);
void read_doc(std::string_view bytes, PageBuilder& builder);
void read_xls(std::string_view bytes, PageBuilder& builder);
void read_ppt(std::string_view bytes, PageBuilder& builder);
void read_msg(std::string_view bytes, PageBuilder& builder);
void read_pdf(std::string_view bytes, PageBuilder& builder);
void read_rtf(std::string_view bytes, PageBuilder& builder);
void read_eml(std::string_view bytes, PageBuilder& builder);
void read_mhtml(std::string_view bytes, PageBuilder& builder);

// Loads poppler's tables of characters and encodings for as long as the process lives. Otherwise it
// loads them with each document.
void warm_up_pdf();

}  // namespace assay::extract
