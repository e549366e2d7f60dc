// SPDX-License-Identifier: Apache-2.0
// The frame around the views: sign-in, bars, keyboard, and states of a view, in German.
import type { Strings } from '../en.ts';

export const product: Strings['product'] = 'Assay';

export const admin: Strings['admin'] = 'Verwaltung';

export const signIn: Strings['signIn'] = {
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
  reasons: {
    STATE_INVALID:
      'Diese Anmeldung wurde vor zu langer Zeit oder in einem anderen Browser gestartet. Versuchen Sie es erneut.',
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
};

export const shell: Strings['shell'] = {
  skip: 'Zum Inhalt springen',
  views: 'Ansichten',
  account: (name) => `Konto von ${name}`,
  settings: 'Einstellungen',
  toAdmin: 'Verwaltung',
  toPortal: 'Nachweisportal',
  goToPortal: 'Zum Nachweisportal',
  search: 'Nachweise, Anforderungen suchen',
  unreachable: 'Der Dienst ist nicht erreichbar. Was Sie sehen, ist vielleicht nicht mehr aktuell.',
  reconnecting: 'Neuer Versuch läuft…',
  away: 'Der Dienst ist nicht da',
  goesOn: 'Die Seite macht von selbst weiter, sobald er wieder erreichbar ist.',
  back: 'Der Dienst ist wieder da.',
  connection: 'Verbindung',
  messages: 'Meldungen',
  more: 'Mehr',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copied: 'Kopiert',
  copy: (what) => `${what} kopieren`,
  tenant: 'Organisation',
  switchTenant: (name) => `Organisation: ${name}. Für eine andere handeln`,
  chooseTenant: 'Für eine Organisation handeln',
  findTenant: 'Nach Namen suchen',
  noTenant: 'Keine Organisation passt.',
  moreTenants: 'Weitere Organisationen laden',
  ownTenant: 'Ihre eigene',
  actingFor: (name) => `Sie handeln für ${name}.`,
  actingForOwn: 'Sie handeln wieder für Ihre eigene Organisation.',
  actingWhy: 'Was Sie dort tun, wird dort unter Ihrem Namen aufgezeichnet.',
  backTo: (name) => `Zurück zu ${name}`,
};

export const theme: Strings['theme'] = { label: 'Darstellung', auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' };

export const language: Strings['language'] = { label: 'Sprache' };

export const keys: Strings['keys'] = {
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
};

export const states: Strings['states'] = {
  loading: 'Wird geladen…',
  retry: 'Erneut versuchen',
  failed: 'Das ließ sich nicht laden.',
  ofInstallation: 'der Verwaltung der Installation',
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  internal: 'Auf dieser Seite ging etwas schief. Laden Sie sie neu; Gespeichertes ist sicher.',
  newVersion:
    'Dieser Teil der Seite ließ sich nicht holen: vielleicht gibt es eine neuere Fassung. Laden Sie die Seite neu.',
  reload: 'Seite neu laden',
  request: 'Anfrage',
  forbidden: 'Das dürfen Sie nicht sehen',
  forbiddenWhy: (needed, have) =>
    `Dafür braucht es die Rolle ${needed}; Ihre ist ${have}. Fragen Sie die Administration Ihrer Organisation.`,
  forbiddenMode: 'Das Handeln für andere Organisationen ist in dieser Installation ausgeschaltet (SUPER_ADMIN_MODE).',
  notFound: 'Hier ist nichts',
  notFoundWhy: 'Die Adresse ist vielleicht vertippt, oder was hier war, wurde gelöscht.',
  home: 'Zur ersten Seite',
};

export const table: Strings['table'] = {
  loading: 'Weitere werden geladen…',
};
