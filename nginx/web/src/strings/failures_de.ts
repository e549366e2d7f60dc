// SPDX-License-Identifier: Apache-2.0
// The service's sentences in German: why a document could not be read, by the failure's code, and why a
// request was refused, by the error's. What the sentence names (a limit, a file type) is taken over.

const ANOTHER_COPY = 'Öffnen Sie sie in dem Programm, mit dem sie gemacht wurde, speichern Sie sie neu, und laden Sie diese Fassung hoch.';
const SPLIT = 'Teilen Sie sie in kleinere Dateien.';

const UNITS: Readonly<Record<string, string>> = {
  page: 'Seiten', pages: 'Seiten', cells: 'Zellen', rows: 'Zeilen', chunks: 'Abschnitte', characters: 'Zeichen', files: 'Dateien', levels: 'Ebenen', blocks: 'Absätze',
};

// "more than 10,000 pages" as "mehr als 10.000 Seiten"; null where the unit is not known.
function limitIn(reason: string): string | null {
  const [, amount, unit] = /more than ([\d.,]+) (?:MB of )?(\w+)/.exec(reason) ?? [];
  if (!amount || !unit) return null;
  const german = amount.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
  if (/MB of text/.test(reason)) return `mehr als ${german} MB Text`;
  return UNITS[unit] ? `mehr als ${german} ${UNITS[unit]}` : null;
}

// null: the sentence holds something that is not known here, and is shown as it is.
export const failuresDe: Record<string, (reason: string) => string | null> = {
  encrypted: () => 'Die Datei ist mit einem Kennwort geschützt. Laden Sie eine Fassung ohne Kennwort hoch.',
  broken: () => `Die Datei ist beschädigt und lässt sich nicht lesen. ${ANOTHER_COPY}`,
  crashed: () => `An dieser Datei ist das Lesen gescheitert. ${ANOTHER_COPY}`,
  worker_crash: () => 'Die Arbeit an dieser Datei hielt den Dienst mehrmals an und wurde aufgegeben. Speichern Sie sie neu, und laden Sie diese Fassung hoch.',
  internal: () => 'Mehrmals trat ein interner Fehler auf. Versuchen Sie es erneut; hilft das nicht, sagen Sie es der Verwaltung.',
  killed: () => 'Das Lesen wurde mehrmals von außen beendet; vielleicht fehlt dem Rechner Speicher. Versuchen Sie es später erneut; hilft das nicht, teilen Sie die Datei auf.',
  memory: () => `Diese Datei zu lesen braucht mehr Speicher, als erlaubt ist. ${SPLIT}`,
  timeout: () => `Das Lesen dauerte länger, als erlaubt ist. ${SPLIT}`,
  empty: (reason) => (/ZIP/.test(reason) ? 'Das ZIP-Archiv enthält keine Dateien. Legen Sie die Dokumente hinein, und laden Sie es erneut hoch.'
    : 'In der Datei steht kein Text. Prüfen Sie das Original, und laden Sie es erneut hoch.'),
  no_text: () => 'Auf keiner Seite steht Text: Das Dokument ist wohl eingescannt, und Text in Bildern (OCR) wird hier nicht erkannt. Laden Sie eine Fassung mit Text hoch.',
  type_mismatch: (reason) => {
    const [, name, claimed, found] = /^(".*") is named like (.+), but its content is (.+?)\. /s.exec(reason) ?? [];
    return name && claimed && found ? `${name} heißt wie ${claimed}, enthält aber ${found}. Laden Sie das wirkliche Dokument hoch, oder benennen Sie die Datei um.` : null;
  },
  unsupported: (reason) => {
    const [, type] = /^The file is (.+?), which /s.exec(reason) ?? [];
    return `Dieses Format${type ? ` (${type})` : ''} liest Assay nicht. Gelesen werden PDF, DOCX, XLSX, HTML, Markdown, Text, CSV, TSV, JSON und XML.`;
  },
  quota: () => 'Für diese Datei ist kein Platz mehr vorgesehen. Löschen Sie, was nicht mehr gebraucht wird, oder bitten Sie die Verwaltung um mehr Platz.',
  limit: (reason) => {
    const limit = limitIn(reason);
    if (limit) return `Die Datei hat ${limit}. ${SPLIT}`;
    return /too large/.test(reason) ? `Die Datei ist zu groß. ${SPLIT}` : null;
  },
  archive_unsafe: () => 'Das Archiv ist nicht sicher zu öffnen. Packen Sie die Dateien neu, oder laden Sie sie einzeln hoch.',
};

const seconds = (details: Readonly<Record<string, unknown>>): string =>
  (typeof details.retryAfterSeconds === 'number' && details.retryAfterSeconds > 0 ? ` in ${details.retryAfterSeconds} s` : ' gleich');

export const errorsDe: Record<string, (details: Readonly<Record<string, unknown>>) => string> = {
  NOT_FOUND: () => 'Das gibt es nicht, oder es wurde gelöscht.',
  FORBIDDEN: () => 'Ihre Rolle erlaubt das nicht.',
  CROSS_TENANT_ACCESS_DENIED: () => 'Das gehört einer anderen Organisation.',
  PAYLOAD_TOO_LARGE: () => 'Das ist größer, als hier angenommen wird.',
  RATE_LIMITED: (details) => `Das waren zu viele Versuche. Versuchen Sie es${seconds(details)} erneut.`,
  UNAVAILABLE: (details) => `Der Dienst kann das gerade nicht. Versuchen Sie es${seconds(details)} erneut.`,
  INTERNAL: () => 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es erneut; hilft das nicht, nennen Sie der Verwaltung die Anfrage.',
};
