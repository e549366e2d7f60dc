// SPDX-License-Identifier: Apache-2.0
// Every visible word, in English: one section for what all views share, then one a view. Another
// language is a file of the same type.

// The one form for one, the other for all else; English needs no more.
const count = (n: number, one: string, other: string) => `${n.toLocaleString('en-GB')} ${n === 1 ? one : other}`;

export const en = {
  product: 'Assay',
  admin: 'admin',

  signIn: {
    title: 'Sign in',
    again: 'Sign in again',
    expired: 'Your session has ended. Sign in to go on where you were.',
    email: 'E-mail',
    password: 'Password',
    organisation: 'Organisation',
    chooseOrganisation: 'Your address is known in several organisations. Choose one.',
    submit: 'Sign in',
    busy: 'Signing in…',
    singleSignOn: 'Sign in with single sign-on',
    or: 'or',
    out: 'Sign out',
    starting: 'Opening your session…',
    reasons: {
      STATE_INVALID: 'This sign-in was begun too long ago or in another browser. Try again.',
      ACCESS_DENIED: 'The identity provider did not let you in.',
      PROVIDER_REFUSED: 'The identity provider did not accept the sign-in. Try again.',
      PROVIDER_UNAVAILABLE: 'The identity provider cannot be reached. Try again shortly.',
      TOKEN_INVALID: 'The identity provider’s answer could not be verified. Tell your administrator.',
      EMAIL_UNVERIFIED: 'Your identity provider does not vouch for an e-mail address of yours.',
      NO_TENANT: 'Your identity provider names no organisation that is known here.',
      NO_ROLE: 'You have no role here. Ask your administrator for one.',
      NO_ACCOUNT: 'There is no account for you here. Ask your administrator for one.',
      ACCOUNT_DISABLED: 'Your account is disabled.',
      IDENTITY_CONFLICT: 'Your e-mail address belongs to another account here. Tell your administrator.',
    } as Record<string, string>,
    otherReason: 'Single sign-on failed. Try again.',
  },

  shell: {
    skip: 'Skip to content',
    views: 'Views',
    account: (name: string) => `Account of ${name}`,
    settings: 'Settings',
    toAdmin: 'Administration',
    toPortal: 'Evidence portal',
    goToPortal: 'Go to the evidence portal',
    search: 'Search evidence and requirements',
    unreachable: 'The service cannot be reached. What you see may be out of date.',
    reconnecting: 'Trying again…',
    back: 'The service is back.',
    connection: 'Connection',
    messages: 'Messages',
    more: 'More',
    close: 'Close',
    cancel: 'Cancel',
    copied: 'Copied',
    copy: (what: string) => `Copy ${what}`,
  },

  theme: { label: 'Appearance', auto: 'As the system', light: 'Light', dark: 'Dark' },
  language: { label: 'Language' },

  keys: {
    title: 'Keyboard',
    go: 'Go to',
    here: 'On this page',
    everywhere: 'Everywhere',
    goTo: (view: string) => `Go to ${view}`,
    search: 'Search',
    list: 'Show this list',
    then: 'then',
    on: 'Single-key shortcuts',
    onHint: 'Switch them off where you dictate, or where a key is pressed by accident.',
  },

  states: {
    loading: 'Loading…',
    retry: 'Try again',
    failed: 'This could not be loaded.',
    unreachable: 'The service cannot be reached. Check the connection and try again.',
    internal: 'Something on this page went wrong. Load it again; what was saved is safe.',
    newVersion: 'This part of the page could not be fetched: a newer version may be in place. Load the page again.',
    reload: 'Load the page again',
    request: 'Request',
    forbidden: 'You may not see this',
    forbiddenWhy: (needed: string, have: string) => `It needs the role ${needed}; yours is ${have}. Ask an administrator of your organisation.`,
    notFound: 'There is nothing here',
    notFoundWhy: 'The address may be mistyped, or what was here has been deleted.',
    home: 'Go to the first page',
  },

  status: { COMPLETE: 'Complete', PARTIAL: 'Partial', MISSING: 'Missing', FAILED: 'Failed' },
  confidence: {
    label: 'Confidence',
    from: (partial: string, complete: string) => `partial from ${partial}, complete from ${complete}`,
  },
  roles: { VIEWER: 'Viewer', MEMBER: 'Member', ADMIN: 'Administrator', SUPER_ADMIN: 'Super administrator' },
  table: {
    loading: 'Loading more…',
    rows: (n: number) => count(n, 'row', 'rows'),
  },

  // ---- views that both front ends have

  settings: {
    title: 'Settings',
    profile: 'Profile',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    organisation: 'Organisation',
    look: 'Appearance and language',
    kept: 'Kept in this browser.',
    keyboard: 'Keyboard',
    showKeys: 'Show all shortcuts',
  },

  // ---- /cm

  overview: {
    title: 'Overview',
  },
  evidence: {
    title: 'Evidence',
    caption: 'Documents of the organisation',
    summary: (total: number) => count(total, 'document', 'documents'),
    filterLabel: 'Filter documents',
    all: 'All',
    ready: 'Ready',
    reading: 'Being read',
    failed: 'Failed',
    search: 'Find by file name',
    document: 'Document',
    stages: 'Uploaded to ready',
    state: 'State',
    added: 'Added',
    none: 'No evidence yet',
    noneWhy: 'Policies, procedures, registers and whole ZIP archives of them go here. Assay reads every page.',
    noMatch: 'No document matches',
    noMatchWhy: 'Choose another filter, or clear them.',
    clear: 'Clear filters',
    pages: (n: number) => count(n, 'page', 'pages'),
    chunks: (n: number) => count(n, 'chunk', 'chunks'),
    files: (n: number) => count(n, 'file', 'files'),
    from: (archive: string) => `from ${archive}`,
    status: { UPLOADED: 'Waiting to be read', EXTRACTED: 'Text extracted', PARSED: 'Split into chunks', INDEXED: 'Indexed', READY: 'Ready', FAILED: 'Failed' },
    stage: { EXTRACTION: 'Reading', CHUNKING: 'Splitting into chunks', EMBEDDING: 'Embedding', INDEXING: 'Indexing' },
    progress: (stage: string, done: number, total: number) => (total > 0 ? `${stage} ${done} of ${total}` : stage),
    stageOf: (done: number, all: number, word: string) => `${done} of ${all} stages, ${word}`,
  },
  requirements: {
    title: 'Requirements',
  },
  runs: {
    title: 'Runs',
  },
  results: {
    title: 'Results',
  },
  tasks: {
    title: 'Tasks',
  },
  exports: {
    title: 'Exports',
  },
  search: {
    title: 'Search',
  },

  // ---- /admin

  adminRuns: {
    title: 'Runs',
  },
  auditLog: {
    title: 'Audit log',
  },
  packs: {
    title: 'Packs',
  },
  corpora: {
    title: 'Corpora',
  },
  bindings: {
    title: 'Bindings',
  },
  users: {
    title: 'Users',
    caption: 'People who may sign in',
    summary: (total: number) => count(total, 'person', 'people'),
    filterLabel: 'Filter people',
    all: 'All',
    disabled: 'Disabled',
    search: 'Find by name or address',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    way: 'Signs in with',
    password: 'Password',
    singleSignOn: 'Single sign-on',
    state: 'State',
    active: 'Active',
    since: 'Since',
    you: 'you',
    none: 'Nobody yet',
    noneWhy: 'People appear here when an administrator adds them, or when they first come through single sign-on.',
    noMatch: 'Nobody matches',
    noMatchWhy: 'Choose another filter, or clear them.',
    clear: 'Clear filters',
  },
  tenants: {
    title: 'Tenants',
  },
  operations: {
    title: 'Operations',
  },
};

export type Strings = typeof en;
