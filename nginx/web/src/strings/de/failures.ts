// SPDX-License-Identifier: Apache-2.0
// The service's sentences in German: why a document could not be read, by the failure's code, and why a
// request was refused, by the error's code. Keeps what the sentence names (a limit, a file type).

const ANOTHER_COPY =
  'Öffnen Sie sie in dem Programm, mit dem sie gemacht wurde, speichern Sie sie neu, und laden Sie diese Fassung hoch.';
const SPLIT = 'Teilen Sie sie in kleinere Dateien.';

const UNITS: Readonly<Record<string, string>> = {
  page: 'Seiten',
  pages: 'Seiten',
  cells: 'Zellen',
  rows: 'Zeilen',
  chunks: 'Abschnitte',
  characters: 'Zeichen',
  files: 'Dateien',
  levels: 'Ebenen',
  MB: 'MB',
  GB: 'GB',
  blocks: 'Absätze',
};

// Translates "more than 10,000 pages" to "mehr als 10.000 Seiten"; null if the unit is unknown.
function limitIn(reason: string): string | null {
  const [, amount, unit] = /more than ([\d.,]+) (?:MB of )?(\w+)/.exec(reason) ?? [];
  if (!amount || !unit) return null;
  const german = amount.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
  if (/MB of text/.test(reason)) return `mehr als ${german} MB Text`;
  if (/once unpacked/.test(reason)) return `entpackt mehr als ${german} ${unit}`;
  return UNITS[unit] ? `mehr als ${german} ${UNITS[unit]}` : null;
}

// "The PDF has 11000 pages, and at most 10000 are allowed."
function exceededIn(reason: string): string | null {
  const [, found, unit, allowed] = /has (\d+) (\w+), and at most (\d+) are allowed/.exec(reason) ?? [];
  if (!found || !unit || !allowed || !UNITS[unit]) return null;
  const german = (amount: string) => Number(amount).toLocaleString('de');
  return `${german(found)} ${UNITS[unit]}, erlaubt sind höchstens ${german(allowed)}`;
}

// null: the sentence contains something unknown and is shown as it is.
export const failuresDe: Record<string, (reason: string) => string | null> = {
  encrypted: (reason) =>
    /^The e-mail message/.test(reason)
      ? 'Die E-Mail ist verschlüsselt oder versiegelt (S/MIME, PGP). Laden Sie eine entschlüsselte Fassung hoch, etwa als PDF.'
      : 'Die Datei ist mit einem Kennwort geschützt. Laden Sie eine Fassung ohne Kennwort hoch.',
  broken: () => `Die Datei ist beschädigt und lässt sich nicht lesen. ${ANOTHER_COPY}`,
  crashed: () => `An dieser Datei ist das Lesen gescheitert. ${ANOTHER_COPY}`,
  reader_fault: () =>
    'Assay konnte diese Datei nicht lesen. Der Fehler liegt bei Assay, nicht an der Datei. Sagen Sie es der Verwaltung, die sie nach einer Aktualisierung erneut lesen lassen kann.',
  worker_crash: () =>
    'Die Arbeit an dieser Datei hielt den Dienst mehrmals an und wurde aufgegeben. Speichern Sie sie neu, und laden Sie diese Fassung hoch.',
  internal: () =>
    'Mehrmals trat ein interner Fehler auf. Versuchen Sie es erneut; hilft das nicht, sagen Sie es der Verwaltung.',
  killed: () =>
    'Das Lesen wurde mehrmals von außen beendet; vielleicht fehlt dem Rechner Speicher. Versuchen Sie es später erneut; hilft das nicht, teilen Sie die Datei auf.',
  memory: (reason) => {
    const [, most] = /more than (\d+) MB of memory/.exec(reason) ?? [];
    return `Diese Datei zu lesen braucht mehr ${most ? `als ${most} MB Speicher; mehr ist nicht erlaubt` : 'Speicher, als erlaubt ist'}. ${SPLIT}`;
  },
  timeout: (reason) => {
    const [, one, most] =
      /^Reading (one page or file of )?the document took longer than the (\d+) s /.exec(reason) ?? [];
    const [, page] = /^Recognising the text of a page took more than (\d+) s /.exec(reason) ?? [];
    if (page)
      return `Den Text einer Seite zu erkennen brauchte mehr als ${page} s Rechenzeit. Scannen Sie sie mit 300 dpi neu, mit nichts als der Seite im Bild.`;
    if (!most) return `Die Datei zu lesen dauerte länger, als erlaubt ist. ${SPLIT}`;
    const what = one ? 'Eine Seite oder einen Teil der Datei' : 'Die Datei';
    return `${what} zu lesen dauerte länger als die erlaubten ${most} s. ${SPLIT}`;
  },
  empty: (reason) =>
    /archive/.test(reason)
      ? 'Das Archiv enthält keine Dateien. Legen Sie die Dokumente hinein, und laden Sie es erneut hoch.'
      : 'In der Datei steht kein Text. Prüfen Sie das Original, und laden Sie es erneut hoch.',
  no_text: (reason) =>
    reason.startsWith('No words')
      ? 'In der Datei wurden keine Wörter gefunden. Ist sie ein Scan, laden Sie eine Fassung mit lesbarem Text hoch.'
      : reason.includes('switched off')
        ? 'Die Seiten sind Bilder, und Text in Bildern (OCR) wird hier nicht erkannt. Laden Sie eine Fassung mit Text hoch.'
        : 'Die Seiten sind Bilder, in denen keine Wörter erkannt wurden. Scannen Sie das Dokument mit 300 dpi neu, oder laden Sie eine Fassung mit Text hoch.',
  type_mismatch: (reason) => {
    const [, name, claimed, found] = /^(".*") is named like (.+), but its content is (.+?)\. /s.exec(reason) ?? [];
    return name && claimed && found
      ? `${name} heißt wie ${claimed}, enthält aber ${found}. Laden Sie das wirkliche Dokument hoch, oder benennen Sie die Datei um.`
      : null;
  },
  unsupported: (reason) => {
    const [, type] = /^The file is (.+?), which /s.exec(reason) ?? [];
    const what =
      type === 'data of an unknown kind'
        ? 'Dieses Format kennt Assay nicht.'
        : `Dieses Format${type ? ` (${type})` : ''} liest Assay nicht.`;
    if (/ Unpack it/.test(reason)) return `${what} Entpacken Sie es, und laden Sie die Dateien darin hoch.`;
    if (/ (?:Export|Print|Open|Save) /.test(reason))
      return `${what} Exportieren Sie es aus seinem Programm, zum Beispiel als PDF, und laden Sie das hoch.`;
    return `${what} Gelesen werden PDF, DOCX, XLSX, PPTX, DOC, XLS, PPT, MSG, ODT, ODS, ODP, RTF, EPUB, EML, MHTML, HTML, SVG, Markdown, Text, CSV, TSV, VCF, ICS, JSON, XML und Bilder von Seiten.`;
  },
  quota: () =>
    'Für diese Datei ist kein Platz mehr vorgesehen. Löschen Sie, was nicht mehr gebraucht wird, oder bitten Sie die Verwaltung um mehr Platz.',
  limit: (reason) => {
    const limit = exceededIn(reason) ?? limitIn(reason);
    if (limit) return `Die Datei hat ${limit}. ${SPLIT}`;
    const [, pixels] = /^The picture has (\d+ x \d+) pixels/.exec(reason) ?? [];
    if (pixels)
      return `Das Bild hat ${pixels} Bildpunkte, erlaubt sind höchstens 100 Millionen. Scannen Sie die Vorlage mit 300 dpi, und laden Sie das hoch.`;
    const [, mail] = /^The e-mail message has more than ([\d,]+ \w+)/.exec(reason) ?? [];
    if (mail) {
      const german = mail.replace(',', '.').replace('groups', 'Gruppen in einer Liste von Adressen');
      return `Die E-Mail hat mehr als ${german.replace(/MB$/, 'MB an Kopfzeilen')}. Speichern Sie ihren Text als neue Datei, und laden Sie diese hoch.`;
    }
    // As it was written before sentences named the limit.
    if (/^The e-mail message has/.test(reason))
      return 'Die E-Mail hat mehr Kopfzeilen oder Adressen, als gelesen werden. Speichern Sie ihren Text als neue Datei, und laden Sie diese hoch.';
    return /too (?:large|many)/.test(reason) ? `Die Datei ist zu groß. ${SPLIT}` : null;
  },
  archive_unsafe: () =>
    'Das Archiv ist nicht sicher zu öffnen. Packen Sie die Dateien neu, oder laden Sie sie einzeln hoch.',
  archive_limit: () =>
    'Das Archiv enthält mehr, als erlaubt ist. Teilen Sie es in kleinere Archive, oder laden Sie die Dateien einzeln hoch.',
  original_missing: () => 'Die gespeicherte Datei fehlt. Löschen Sie das Dokument, und laden Sie es erneut hoch.',
  original_damaged: () =>
    'Eine gespeicherte Datei ist nicht mehr die, die hochgeladen wurde. Sagen Sie es der Verwaltung.',
  snapshot_integrity: () =>
    'Der eingefrorene Stand des Laufs stimmt nicht mit seinem Nachweis überein. Sagen Sie es der Verwaltung.',
  snapshot_unreadable: () => 'Dem eingefrorenen Stand des Laufs fehlt etwas; er lässt sich nicht erneut auswerten.',
  run_not_completed: () => 'Eine Datei gibt es nur von einem abgeschlossenen Lauf.',
};

const TELL = 'sagen Sie es der Verwaltung.';

// Sentences of runs, exports and reproductions. The text after a count of failed requirements is the evaluator's.
export const failureSentencesDe: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [
    /^The run stopped the service's worker/,
    () =>
      `Der Lauf hielt den Dienst mehrmals an und wurde aufgegeben. Starten Sie ihn erneut; hilft das nicht, ${TELL}`,
  ],
  [
    /^The run met an internal error/,
    () =>
      `Im Lauf trat mehrmals ein interner Fehler auf; er wurde aufgegeben. Starten Sie ihn erneut; hilft das nicht, ${TELL}`,
  ],
  [
    /^Making this export stopped/,
    () =>
      'Diese Datei zu erstellen hielt den Dienst mehrmals an und wurde aufgegeben. Wählen Sie ein anderes Format, und sagen Sie es der Verwaltung.',
  ],
  [
    /^Making this export met/,
    () =>
      `Beim Erstellen der Datei trat mehrmals ein interner Fehler auf. Fordern Sie sie erneut an; hilft das nicht, ${TELL}`,
  ],
  [
    /^Evaluating the run again stopped/,
    () => 'Den Lauf erneut auszuwerten hielt den Dienst mehrmals an und wurde aufgegeben. Sagen Sie es der Verwaltung.',
  ],
  [
    /^Evaluating the run again met/,
    () =>
      `Beim erneuten Auswerten trat mehrmals ein interner Fehler auf. Fordern Sie es erneut an; hilft das nicht, ${TELL}`,
  ],
  [
    /^(\d+) of (\d+) requirements could not be evaluated\. (.*)$/s,
    ([, failed, all, named]) => `${failed} von ${all} Anforderungen konnten nicht beurteilt werden. ${named}`,
  ],
  [
    /^The run (?:is pinned to|was evaluated with) the embedding model (\S+?)[ ,]/,
    ([, model]) => `Der Lauf ist auf den Encoder ${model} festgelegt, den es hier nicht gibt.`,
  ],
  [
    /^The run is pinned to the evaluator (\S+?),/,
    ([, evaluator]) => `Der Lauf ist auf die Beurteilung ${evaluator} festgelegt, die es hier nicht gibt.`,
  ],
  [
    /^The run is pinned to the language model (.*), which/,
    ([, model]) => `Der Lauf ist auf das Sprachmodell ${model} festgelegt, das hier nicht eingestellt ist.`,
  ],
  [
    /^Some requirements of the run were judged by version (\S+) .* (?:here is|this release has) version (\S+),/,
    ([, before, now]) =>
      `Ein Teil der Anforderungen wurde mit Version ${before} der Beurteilung beurteilt; hier ist Version ${now}, die nach anderen Regeln urteilt. Starten Sie einen neuen Lauf.`,
  ],
  [/^The thresholds pinned by the run/, () => 'Die Schwellen, auf die der Lauf festgelegt ist, sind nicht brauchbar.'],
  [
    /^The passages of the corpus/,
    () =>
      'Der Vorschriftentext, auf den der Lauf festgelegt ist, ist nicht mehr der, der in Kraft gesetzt wurde. Lesen Sie ihn erneut ein, setzen Sie ihn in Kraft, und starten Sie einen neuen Lauf.',
  ],
  [
    /^The document (.*) (?:has changed since|is no longer what it was when) the run was started/s,
    ([, name]) => `Das Dokument ${name} ist nicht mehr, was es beim Start des Laufs war. Starten Sie einen neuen Lauf.`,
  ],
  [
    /^A passage of (.*) (?:has changed since it|is no longer what) was searched/s,
    ([, name]) => `Eine Stelle in ${name} ist nicht mehr, was durchsucht wurde. Starten Sie einen neuen Lauf.`,
  ],
];

// Why a file of an archive is not a document.
export const memberReasonsDe: readonly (readonly [RegExp, string])[] = [
  [/^It is a link/, 'Es ist ein Verweis auf eine andere Datei. Laden Sie diese selbst hoch, wenn sie im Archiv fehlt.'],
  [/^It is a device or pipe/, 'Es ist ein Gerät oder eine Pipe, kein Dokument.'],
  [/^An operating system added the file/, 'Ein Betriebssystem hat die Datei hinzugefügt; sie ist kein Dokument.'],
  [/^It is the message's signature/, 'Es ist die Signatur der Nachricht, die Assay nicht prüft.'],
  [/^It is encrypted/, 'Es ist verschlüsselt. Laden Sie eine entschlüsselte Kopie hoch.'],
  [/^It is a picture in the message/, 'Es ist ein Bild im Text der Nachricht.'],
  [/^Only a link to it/, 'Die Nachricht enthält nur einen Verweis darauf.'],
  [/^The document was deleted/, 'Das Dokument wurde gelöscht. Laden Sie das Archiv erneut hoch, um es zurückzuholen.'],
];

const seconds = (details: Readonly<Record<string, unknown>>): string =>
  typeof details.retryAfterSeconds === 'number' && details.retryAfterSeconds > 0
    ? ` in ${details.retryAfterSeconds} s`
    : ' gleich';

export const errorsDe: Record<string, (details: Readonly<Record<string, unknown>>) => string> = {
  NOT_FOUND: () => 'Das gibt es nicht, oder es wurde gelöscht.',
  FORBIDDEN: () => 'Ihre Rolle erlaubt das nicht.',
  CROSS_TENANT_ACCESS_DENIED: () => 'Das gehört einer anderen Organisation.',
  PAYLOAD_TOO_LARGE: ({ limitBytes }) =>
    typeof limitBytes === 'number'
      ? `Das ist größer als die ${limitBytes.toLocaleString('de')} Bytes, die hier angenommen werden.`
      : 'Das ist größer, als hier angenommen wird.',
  RATE_LIMITED: (details) => `Das waren zu viele Versuche. Versuchen Sie es${seconds(details)} erneut.`,
  UNAVAILABLE: (details) => `Der Dienst kann das gerade nicht. Versuchen Sie es${seconds(details)} erneut.`,
  INTERNAL: () =>
    'Im Dienst ist etwas schiefgegangen. Versuchen Sie es erneut; hilft das nicht, nennen Sie der Verwaltung die Anfrage.',
};
