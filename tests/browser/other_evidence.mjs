// SPDX-License-Identifier: Apache-2.0
// Evidence that is no plain text: a scanned page, an e-mail with a file attached, slides.

// A picture of the lines, as a scanner gives it.
export const scan = (page, texts) =>
  page.evaluate(async (lines) => {
    const canvas = new OffscreenCanvas(1700, 700);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1700, 700);
    context.fillStyle = '#111';
    context.font = '38px serif';
    lines.forEach((line, index) => context.fillText(line, 120, 150 + 90 * index));
    const bytes = await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer();
    return [...new Uint8Array(bytes)];
  }, texts);

// A message with a file of that text.
export const message = (attached) =>
  [
    'From: Kim Osei <kim@harbour.example>',
    'To: audit@harbour.example',
    'Subject: Records of the restore test',
    'Date: Wed, 2 Sep 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The record is attached.',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Disposition: attachment; filename="restore-record.txt"',
    '',
    attached,
    '--part--',
    '',
  ].join('\r\n');

// A presentation in the form of one XML file; a slide is a title and points.
export const presentation = (slides) => {
  const shape = (inner) => `<draw:frame><draw:text-box>${inner}</draw:text-box></draw:frame>`;
  const paragraph = (text) => `<text:p>${text}</text:p>`;
  const points = (texts) =>
    `<text:list>${texts.map((one) => `<text:list-item>${paragraph(one)}</text:list-item>`).join('')}</text:list>`;
  const pages = slides.map(
    ([title, ...texts], index) =>
      `<draw:page draw:name="s${index}">` +
      shape(paragraph(title)).replace('<draw:frame>', '<draw:frame presentation:class="title">') +
      `${shape(points(texts))}</draw:page>`,
  );
  const spaces = ['office', 'draw', 'text', 'presentation']
    .map((one) => {
      const name = one === 'draw' ? 'drawing' : one;
      return `xmlns:${one}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
    })
    .join(' ');
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} office:version="1.2" ` +
    'office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>' +
    `${pages.join('')}</office:presentation></office:body></office:document>`
  );
};
