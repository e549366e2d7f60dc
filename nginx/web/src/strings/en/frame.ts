// SPDX-License-Identifier: Apache-2.0
// The frame around the views: sign-in, bars, keyboard, and states of a view, in English.

export const product = 'Assay';

export const admin = 'admin';

export const signIn = {
  title: 'Sign in',
  again: 'Sign in again',
  expired: 'Your session has ended. Sign in to continue where you were.',
  email: 'E-mail',
  password: 'Password',
  organisation: 'Organisation',
  chooseOrganisation: 'Your address is known in several organisations. Choose one.',
  submit: 'Sign in',
  busy: 'Signing in…',
  singleSignOn: 'Sign in with single sign-on',
  or: 'or',
  out: 'Sign out',
  reasons: {
    STATE_INVALID: 'This sign-in was started too long ago or in another browser. Try again.',
    ACCESS_DENIED: 'The identity provider did not let you in.',
    PROVIDER_REFUSED: 'The identity provider did not accept the sign-in. Try again.',
    PROVIDER_UNAVAILABLE: 'The identity provider cannot be reached. Try again shortly.',
    TOKEN_INVALID: 'The identity provider’s answer could not be verified. Tell your administrator.',
    EMAIL_UNVERIFIED: 'Your identity provider has not verified your e-mail address.',
    NO_TENANT: 'Your identity provider names no organisation that is known here.',
    NO_ROLE: 'You have no role here. Ask your administrator for one.',
    NO_ACCOUNT: 'There is no account for you here. Ask your administrator for one.',
    ACCOUNT_DISABLED: 'Your account is disabled.',
    IDENTITY_CONFLICT: 'Your e-mail address belongs to another account here. Tell your administrator.',
  } as Record<string, string>,
  otherReason: 'Single sign-on failed. Try again.',
};

export const shell = {
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
  away: 'The service is unavailable',
  goesOn: 'The page continues automatically when it is back.',
  back: 'The service is back.',
  connection: 'Connection',
  messages: 'Messages',
  more: 'More',
  close: 'Close',
  cancel: 'Cancel',
  copied: 'Copied',
  copy: (what: string) => `Copy ${what}`,
  tenant: 'Organisation',
  switchTenant: (name: string) => `Organisation: ${name}. Act for another`,
  chooseTenant: 'Act for an organisation',
  findTenant: 'Find by name',
  noTenant: 'No organisation matches.',
  moreTenants: 'Load more organisations',
  ownTenant: 'your own',
  actingFor: (name: string) => `You act for ${name}.`,
  actingForOwn: 'You act for your own organisation again.',
  actingWhy: 'What you do there is recorded there, under your name.',
  backTo: (name: string) => `Back to ${name}`,
};

export const theme = { label: 'Appearance', auto: 'Same as system', light: 'Light', dark: 'Dark' };

export const language = { label: 'Language' };

export const keys = {
  title: 'Keyboard',
  go: 'Go to',
  here: 'On this page',
  everywhere: 'Everywhere',
  goTo: (view: string) => `Go to ${view}`,
  search: 'Search',
  list: 'Show this list',
  then: 'then',
  on: 'Single-key shortcuts',
  onHint: 'Switch them off if you dictate text, or if you press keys by accident.',
};

export const states = {
  loading: 'Loading…',
  retry: 'Try again',
  failed: 'This could not be loaded.',
  ofInstallation: 'an administrator of the installation',
  unreachable: 'The service cannot be reached. Check the connection and try again.',
  internal: 'Something went wrong on this page. Reload it; what was saved is safe.',
  newVersion: 'This part of the page could not be loaded. There may be a newer version. Reload the page.',
  reload: 'Reload the page',
  request: 'Request',
  forbidden: 'You may not see this',
  forbiddenWhy: (needed: string, have: string) =>
    `It needs the role ${needed}; yours is ${have}. Ask an administrator of your organisation.`,
  forbiddenMode: 'Acting for other organisations is switched off in this installation (SUPER_ADMIN_MODE).',
  notFound: 'There is nothing here',
  notFoundWhy: 'The address may be mistyped, or what was here has been deleted.',
  home: 'Go to the first page',
};

export const table = {
  loading: 'Loading more…',
};
