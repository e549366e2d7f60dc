// SPDX-License-Identifier: Apache-2.0
// Every visible word, in German; its type proves that none is missing.
import type { Strings } from './en.ts';

const count = (n: number, one: string, other: string) => `${n.toLocaleString('de-DE')} ${n === 1 ? one : other}`;

export const de: Strings = {
  product: 'Assay',
  admin: 'Verwaltung',

  signIn: {
    title: 'Anmelden',
    again: 'Erneut anmelden',
    expired: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    email: 'E-Mail',
    password: 'Passwort',
    organisation: 'Organisation',
    chooseOrganisation: 'Ihre Adresse ist in mehreren Organisationen bekannt. Wählen Sie eine.',
    submit: 'Anmelden',
    busy: 'Anmeldung läuft…',
    singleSignOn: 'Mit Single Sign-on anmelden',
    or: 'oder',
    out: 'Abmelden',
    starting: 'Ihre Sitzung wird geöffnet…',
    reasons: {
      STATE_INVALID: 'Diese Anmeldung wurde vor zu langer Zeit oder in einem anderen Browser begonnen. Versuchen Sie es erneut.',
      ACCESS_DENIED: 'Der Identitätsanbieter hat Sie nicht angemeldet.',
      PROVIDER_REFUSED: 'Der Identitätsanbieter hat die Anmeldung nicht angenommen. Versuchen Sie es erneut.',
      PROVIDER_UNAVAILABLE: 'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es in Kürze erneut.',
      TOKEN_INVALID: 'Die Antwort des Identitätsanbieters ließ sich nicht prüfen. Sagen Sie es Ihrer Administration.',
      EMAIL_UNVERIFIED: 'Ihr Identitätsanbieter bürgt für keine E-Mail-Adresse von Ihnen.',
      NO_TENANT: 'Ihr Identitätsanbieter nennt keine Organisation, die hier bekannt ist.',
      NO_ROLE: 'Sie haben hier keine Rolle. Bitten Sie Ihre Administration um eine.',
      NO_ACCOUNT: 'Hier gibt es kein Konto für Sie. Bitten Sie Ihre Administration um eines.',
      ACCOUNT_DISABLED: 'Ihr Konto ist gesperrt.',
      IDENTITY_CONFLICT: 'Ihre E-Mail-Adresse gehört hier zu einem anderen Konto. Sagen Sie es Ihrer Administration.',
    },
    otherReason: 'Single Sign-on ist fehlgeschlagen. Versuchen Sie es erneut.',
  },

  shell: {
    skip: 'Zum Inhalt springen',
    views: 'Ansichten',
    account: (name) => `Konto von ${name}`,
    settings: 'Einstellungen',
    toAdmin: 'Verwaltung',
    toPortal: 'Nachweisportal',
    goToPortal: 'Zum Nachweisportal',
    search: 'Nachweise und Anforderungen durchsuchen',
    unreachable: 'Der Dienst ist nicht erreichbar. Was Sie sehen, ist vielleicht nicht mehr aktuell.',
    reconnecting: 'Neuer Versuch läuft…',
    back: 'Der Dienst ist wieder da.',
    connection: 'Verbindung',
    messages: 'Meldungen',
    more: 'Mehr',
    close: 'Schließen',
    cancel: 'Abbrechen',
    copied: 'Kopiert',
    copy: (what) => `${what} kopieren`,
  },

  theme: { label: 'Darstellung', auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: { label: 'Sprache' },

  keys: {
    title: 'Tastatur',
    go: 'Wechseln',
    here: 'Auf dieser Seite',
    everywhere: 'Überall',
    goTo: (view) => `Zu ${view}`,
    search: 'Suchen',
    list: 'Diese Liste zeigen',
    then: 'dann',
    on: 'Kurzbefehle mit einer Taste',
    onHint: 'Schalten Sie sie aus, wenn Sie diktieren oder Tasten versehentlich drücken.',
  },

  states: {
    loading: 'Wird geladen…',
    retry: 'Erneut versuchen',
    failed: 'Das ließ sich nicht laden.',
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    internal: 'Auf dieser Seite ging etwas schief. Laden Sie sie neu; Gespeichertes ist sicher.',
    newVersion: 'Dieser Teil der Seite ließ sich nicht holen: vielleicht gibt es eine neuere Fassung. Laden Sie die Seite neu.',
    reload: 'Seite neu laden',
    request: 'Anfrage',
    forbidden: 'Das dürfen Sie nicht sehen',
    forbiddenWhy: (needed, have) => `Dafür braucht es die Rolle ${needed}; Ihre ist ${have}. Fragen Sie die Administration Ihrer Organisation.`,
    notFound: 'Hier ist nichts',
    notFoundWhy: 'Die Adresse ist vielleicht vertippt, oder was hier war, wurde gelöscht.',
    home: 'Zur ersten Seite',
  },

  status: { COMPLETE: 'Erfüllt', PARTIAL: 'Teilweise', MISSING: 'Fehlend', FAILED: 'Fehlgeschlagen' },
  confidence: {
    label: 'Konfidenz',
    from: (partial, complete) => `teilweise ab ${partial}, erfüllt ab ${complete}`,
  },
  roles: { VIEWER: 'Lesend', MEMBER: 'Mitglied', ADMIN: 'Administration', SUPER_ADMIN: 'Oberste Administration' },
  table: {
    loading: 'Weitere werden geladen…',
    rows: (n) => count(n, 'Zeile', 'Zeilen'),
  },

  // ---- views that both front ends have

  settings: {
    title: 'Einstellungen',
    profile: 'Profil',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    organisation: 'Organisation',
    look: 'Darstellung und Sprache',
    kept: 'Wird in diesem Browser behalten.',
    keyboard: 'Tastatur',
    showKeys: 'Alle Kurzbefehle zeigen',
  },

  // ---- /cm

  overview: {
    title: 'Überblick',
  },
  evidence: {
    title: 'Nachweise',
    caption: 'Dokumente der Organisation',
    summary: (total) => count(total, 'Dokument', 'Dokumente'),
    filterLabel: 'Dokumente filtern',
    all: 'Alle',
    ready: 'Bereit',
    reading: 'In Arbeit',
    failed: 'Fehlgeschlagen',
    search: 'Nach Dateinamen suchen',
    document: 'Dokument',
    stages: 'Hochgeladen bis bereit',
    state: 'Stand',
    added: 'Hinzugefügt',
    none: 'Noch keine Nachweise',
    noneWhy: 'Hierher gehören Richtlinien, Verfahren, Register und ganze ZIP-Archive davon. Assay liest jede Seite.',
    noMatch: 'Kein Dokument passt',
    noMatchWhy: 'Wählen Sie einen anderen Filter, oder heben Sie alle auf.',
    clear: 'Filter aufheben',
    pages: (n) => count(n, 'Seite', 'Seiten'),
    chunks: (n) => count(n, 'Abschnitt', 'Abschnitte'),
    files: (n) => count(n, 'Datei', 'Dateien'),
    from: (archive) => `aus ${archive}`,
    status: { UPLOADED: 'Wartet auf das Lesen', EXTRACTED: 'Text gelesen', PARSED: 'In Abschnitte geteilt', INDEXED: 'Im Index', READY: 'Bereit', FAILED: 'Fehlgeschlagen' },
    stage: { EXTRACTION: 'Lesen', CHUNKING: 'Teilen in Abschnitte', EMBEDDING: 'Einbetten', INDEXING: 'Aufnehmen in den Index' },
    progress: (stage, done, total) => (total > 0 ? `${stage}: ${done} von ${total}` : stage),
    stageOf: (done, all, word) => `${done} von ${all} Stufen, ${word}`,
  },
  requirements: {
    title: 'Anforderungen',
  },
  runs: {
    title: 'Läufe',
  },
  results: {
    title: 'Ergebnisse',
  },
  tasks: {
    title: 'Aufgaben',
  },
  exports: {
    title: 'Exporte',
  },
  search: {
    title: 'Suche',
  },

  // ---- /admin

  adminRuns: {
    title: 'Läufe',
  },
  auditLog: {
    title: 'Protokoll',
  },
  packs: {
    title: 'Kataloge',
  },
  corpora: {
    title: 'Korpora',
  },
  bindings: {
    title: 'Bindungen',
  },
  users: {
    title: 'Benutzer',
    caption: 'Wer sich anmelden darf',
    summary: (total) => count(total, 'Person', 'Personen'),
    filterLabel: 'Personen filtern',
    all: 'Alle',
    disabled: 'Gesperrt',
    search: 'Nach Name oder Adresse suchen',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    way: 'Anmeldung mit',
    password: 'Passwort',
    singleSignOn: 'Single Sign-on',
    state: 'Stand',
    active: 'Aktiv',
    since: 'Seit',
    you: 'Sie',
    none: 'Noch niemand',
    noneWhy: 'Personen erscheinen hier, wenn die Administration sie anlegt oder sie zum ersten Mal über Single Sign-on kommen.',
    noMatch: 'Niemand passt',
    noMatchWhy: 'Wählen Sie einen anderen Filter, oder heben Sie alle auf.',
    clear: 'Filter aufheben',
  },
  tenants: {
    title: 'Mandanten',
  },
  operations: {
    title: 'Betrieb',
  },
};
