// SPDX-License-Identifier: Apache-2.0
// What both pages have in common: signing in and out, the list that keeps itself fresh, messages,
// and the small parts that rows are made of.
import { ApiError, request, resume, signIn, signOut } from './session.js';
import { offer, takeReason } from './single_sign_on.js';

const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== null));
  return node;
}

export function glyph(shape, kind) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', `glyph ${kind}`);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `/shared/glyphs.svg#${shape}`);
  svg.append(use);
  return svg;
}

// Relative within a day, absolute after; the exact time on hover.
export function time(iso) {
  if (!iso) return '';
  const then = new Date(iso);
  const seconds = Math.round((then - Date.now()) / 1000);
  const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
  let text = then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  if (Math.abs(seconds) < 60) text = 'just now';
  else if (Math.abs(seconds) < 3600) text = relative.format(Math.trunc(seconds / 60), 'minute');
  else if (Math.abs(seconds) < 86400) text = relative.format(Math.trunc(seconds / 3600), 'hour');
  return element('time', { dateTime: iso, title: then.toLocaleString('en-GB') }, text);
}

// Said once to people who listen instead of look.
export function announce(text) {
  byId('live').textContent = text;
}

export function explain(error) {
  if (!(error instanceof ApiError)) throw error;
  byId('message').textContent = error.requestId
    ? `${error.message} (request ${error.requestId})` : error.message;
}

export function clearMessage() {
  byId('message').textContent = '';
}

// All items of a list, page by page. Gives null while the server says that nothing changed.
export function reader(path, plural) {
  let tag = null;
  return async () => {
    const items = [];
    let cursor = null;
    do {
      const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const headers = tag && !cursor ? { 'If-None-Match': tag } : {};
      const response = await request(`${path}?limit=200${query}`, { headers });
      if (response.status === 304) return null;
      const body = await response.json();
      if (!cursor) tag = body.nextCursor ? null : response.headers.get('ETag');
      items.push(...body[plural]);
      cursor = body.nextCursor;
    } while (cursor);
    return items;
  };
}

// Calls `load` now and again: soon while it says that something moves, seldom otherwise, never
// while the page is out of sight. Ends with the session.
function keepFresh(load, onEnd) {
  let timer = null;
  let ended = false;
  const round = async () => {
    clearTimeout(timer);
    let moving = false;
    try {
      moving = await load();
    } catch (error) {
      if (error.status === 401) return end();
      explain(error);
    }
    if (!ended && !document.hidden) timer = setTimeout(round, moving ? 1500 : 10000);
  };
  const onVisible = () => { if (!document.hidden) round(); };
  const end = () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
    onEnd();
  };
  document.addEventListener('visibilitychange', onVisible);
  round();
  return { now: round, end: () => { if (!ended) end(); } };
}

// Runs a page: `onOpen(user)` gives the function that loads and shows its list.
export function startPage(onOpen) {
  const form = byId('sign-in-form');
  let fresh = null;

  const showSignIn = () => {
    byId('app').hidden = true;
    byId('account').hidden = true;
    byId('sign-in').hidden = false;
    byId('sign-in-error').textContent = takeReason();
    byId('email').focus();
    offer(byId('single-sign-on')).catch((error) => {
      if (!(error instanceof ApiError)) throw error; // without the offer there is still the form
    });
  };
  const showApp = (user) => {
    byId('sign-in').hidden = true;
    byId('app').hidden = false;
    byId('account').hidden = false;
    byId('tenant').textContent = user.tenantName;
    byId('user').textContent = user.displayName || user.email;
    form.reset();
    byId('tenant-choice').hidden = true;
    byId('sign-in-error').textContent = '';
    clearMessage();
    fresh = keepFresh(onOpen(user), showSignIn);
  };
  const offerTenants = (tenants) => {
    byId('tenant-id').replaceChildren(...tenants.map(({ id, name }) =>
      element('option', { value: id }, name)));
    byId('tenant-choice').hidden = false;
    byId('tenant-id').focus();
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    const tenantId = byId('tenant-choice').hidden ? null : byId('tenant-id').value;
    button.disabled = true;
    byId('sign-in-error').textContent = '';
    try {
      showApp(await signIn(byId('email').value, byId('password').value, tenantId));
      byId('title').focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      byId('sign-in-error').textContent = error.message;
      if (Array.isArray(error.details.tenants)) offerTenants(error.details.tenants);
    } finally {
      button.disabled = false;
    }
  });
  byId('sign-out').addEventListener('click', async () => {
    await signOut().catch(explain);
    fresh.end();
  });
  resume().then(showApp, showSignIn);
  return { refresh: () => fresh?.now() };
}
