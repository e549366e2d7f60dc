# SPDX-License-Identifier: Apache-2.0
# Holds the fixed parts of a DOCX: style sheet, list numbering, footer.

from xml.sax.saxutils import escape

from .package import RELATIONS, XML_HEAD

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def _style(key, name, size, extra_paragraph="", extra_run="", based=True):
    base = '<w:basedOn w:val="Normal"/>' if based else ""
    default = ' w:default="1"' if key == "Normal" else ""
    return (f'<w:style w:type="paragraph" w:styleId="{key}"{default}><w:name w:val="{name}"/>{base}<w:qFormat/>'
            f'<w:pPr>{extra_paragraph}</w:pPr><w:rPr>{extra_run}<w:sz w:val="{size}"/></w:rPr></w:style>')


def styles():
    font = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>'
    keep = "<w:keepNext/>"
    borders = "".join(f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="8C8C8C"/>'
                      for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
    table = ('<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/>'
             f'<w:tblPr><w:tblBorders>{borders}</w:tblBorders></w:tblPr></w:style>')
    rows = [
        _style("Normal", "Normal", 20, '<w:spacing w:after="120" w:line="276" w:lineRule="auto"/>', font, based=False),
        _style("Title", "Title", 44, '<w:spacing w:after="200"/>', "<w:b/>"),
        _style("Subtitle", "Subtitle", 20, "", '<w:b/><w:color w:val="595959"/>'),
        _style("Heading1", "heading 1", 28, keep + '<w:spacing w:before="320" w:after="120"/><w:outlineLvl w:val="0"/>',
               "<w:b/>"),
        _style("Heading2", "heading 2", 22, keep + '<w:spacing w:before="200" w:after="80"/><w:outlineLvl w:val="1"/>',
               "<w:b/>"),
        _style("ListParagraph", "List Paragraph", 20, '<w:spacing w:after="60"/><w:ind w:left="720"/>'),
        _style("TableHead", "Table Head", 17, '<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>',
               "<w:b/>"),
        _style("TableText", "Table Text", 17, '<w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/>'),
        _style("Footer", "footer", 16, "", '<w:color w:val="595959"/>'),
    ]
    return f'{XML_HEAD}<w:styles xmlns:w="{WORD}">{"".join(rows)}{table}</w:styles>'


def _abstract(key, form, text):
    return (f'<w:abstractNum w:abstractNumId="{key}"><w:multiLevelType w:val="hybridMultilevel"/>'
            f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
            '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>')


def numbering(numbered_lists):
    """Instance 1 is bulleted; each numbered list has its own instance, so that it starts at 1."""
    instances = ['<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>']
    for i in range(numbered_lists):
        instances.append(f'<w:num w:numId="{i + 2}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">'
                         '<w:startOverride w:val="1"/></w:lvlOverride></w:num>')
    abstracts = _abstract(0, "bullet", "•") + _abstract(1, "decimal", "%1.")
    return f'{XML_HEAD}<w:numbering xmlns:w="{WORD}">{abstracts}{"".join(instances)}</w:numbering>'


def footer(text):
    field = ('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText>'
             '</w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>'
             '<w:r><w:fldChar w:fldCharType="end"/></w:r>')
    return (f'{XML_HEAD}<w:ftr xmlns:w="{WORD}" xmlns:r="{RELATIONS}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>'
            f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>{field}</w:p></w:ftr>')
