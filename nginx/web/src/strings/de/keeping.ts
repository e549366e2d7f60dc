// SPDX-License-Identifier: Apache-2.0
// Legal holds and erasures, in German.
import { countDe as count } from '../count.ts';
import type { Strings } from '../en.ts';

const documents = (n: number) => (n === 1 ? 'Dieses Dokument' : count(n, 'Dokument', 'Dokumente'));

export const keeping: Strings['keeping'] = {
  more: 'Mehr',
  reason: 'Grund',
  hold: {
    badge: 'Aufbewahrungspflicht',
    open: 'Aufbewahrungspflicht setzen…',
    title: (n) => `${documents(n)} unter Aufbewahrungspflicht stellen`,
    about:
      'Solange sie besteht, kann nichts davon gelöscht, getilgt oder nach Alter entfernt werden. Für ein Archiv oder eine Nachricht gilt sie auch für die Dateien darin.',
    reasonHint: 'Alle, die das Dokument öffnen dürfen, können ihn lesen.',
    act: 'Pflicht setzen',
    busy: 'Wird gesetzt',
    done: (n) => `${count(n, 'Dokument steht', 'Dokumente stehen')} unter Aufbewahrungspflicht.`,
    by: 'Gesetzt von',
    everything: 'Sie gilt für alle Dokumente der Organisation.',
    through: 'Sie gilt für das Archiv oder die Nachricht, worin dieses Dokument ist.',
  },
  release: {
    open: 'Aufbewahrungspflicht aufheben…',
    title: 'Aufbewahrungspflicht aufheben',
    about:
      'Danach darf das Dokument wieder gelöscht, getilgt oder nach Alter entfernt werden. Die Pflicht bleibt verzeichnet.',
    act: 'Pflicht aufheben',
    done: (n) => `${count(n, 'Aufbewahrungspflicht ist', 'Aufbewahrungspflichten sind')} aufgehoben.`,
  },
  erase: {
    open: 'Tilgen…',
    title: (n) => `${documents(n)} endgültig tilgen`,
    goes: 'Was entfällt',
    goesWhat: 'Das Original, sein Text, Abschnitte, Vektoren und Angaben, und die Dateien von Nachweispaketen damit.',
    stays: 'Was bleibt',
    staysWhat:
      'Bewertungen mit den Wörtern, die sie zitieren, die eingefrorenen Protokolle von Läufen, das Prüfprotokoll und ein Vermerk dieser Tilgung. Sicherungen enthalten das Dokument, bis sie entfernt werden.',
    quoting: 'Läufe, die in gültigen Ergebnissen daraus zitieren',
    looking: 'Läufe, die daraus zitieren, werden gesucht …',
    unquoted: 'Kein gültiges Ergebnis zitiert daraus.',
    earlier: 'Der Vermerk der Tilgung nennt auch frühere Läufe.',
    reasonHint: 'Er bleibt im Vermerk.',
    word: 'tilgen',
    confirm: (word) => `Zum Bestätigen „${word}“ eingeben`,
    act: 'Endgültig tilgen',
    busy: 'Wird getilgt',
    done: (n) => `${count(n, 'Dokument', 'Dokumente')} getilgt.`,
  },
  refused: {
    held: (reason) => `Dafür besteht eine Aufbewahrungspflicht („${reason}“). Heben Sie diese zuerst auf.`,
    inArchive:
      'Es ist eine Datei eines Archivs oder einer Nachricht, deren Original sie auch enthält. Tilgen Sie dieses, und laden Sie es ohne die Datei erneut hoch.',
  },
  erased: {
    summary: 'Getilgt',
    about: 'Die Tilgung',
    status: {
      QUEUED: 'Das Dokument ist weg. Seine Dateien werden entfernt.',
      IN_PROGRESS: 'Das Dokument ist weg. Seine Dateien werden entfernt.',
      COMPLETED: 'Das Dokument und seine Dateien sind weg.',
      FAILED: 'Das Dokument ist weg, aber nicht alle seine Dateien ließen sich entfernen.',
    },
    retry: 'Erneut versuchen',
    by: 'Getilgt von',
    rules: 'Aufbewahrungsregeln',
    at: 'Getilgt',
    ended: 'Dateien entfernt',
    packages: 'Nachweispakete ohne ihre Datei',
    files: 'Was entfiel',
    quoting: (n) =>
      n === 0 ? 'Kein Lauf zitiert daraus' : `${count(n, 'Lauf zitiert', 'Läufe zitieren')} noch daraus`,
    quotes: (n) => count(n, 'Zitat', 'Zitate'),
    newest: (n) => `Die neuesten ${n.toLocaleString('de-DE')} werden gezeigt.`,
    searched: (n) =>
      `${count(n, 'Lauf bekam', 'Läufe bekamen')} es. Eingefrorene Protokolle können Teile des Textes enthalten.`,
  },
};
