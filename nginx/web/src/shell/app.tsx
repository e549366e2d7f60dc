// SPDX-License-Identifier: Apache-2.0
// A whole front end: the sign-in form, or the view that the address names once a person is signed in.
import '../design/style.css';
import { render } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { matchRoute, Redirect, Router, useLocation, useRouter } from 'wouter-preact';
import { actingTenant, may, resume, session, signedInBefore } from '../api/session.ts';
import { type ApiError, reachable } from '../api/transport.ts';
import { Forbidden, ErrorNote, NotFound } from '../design/states.tsx';
import { startLanguage, t } from '../strings/words.ts';
import { Brand } from './brand.tsx';
import { startDrops } from './drops.ts';
import { KeysDialog } from './keys_dialog.tsx';
import { startKeys } from './keys.ts';
import { LiveRegion, OfflineBanner, Toasts } from './notices.tsx';
import { startPreferences } from './preferences.ts';
import type { FrontEnd, Route } from './route.ts';
import { SideNav } from './side_nav.tsx';
import { SignInAgain, SignInPage } from './sign_in.tsx';
import { ActingBanner } from './tenant_switch.tsx';
import { TopBar } from './top_bar.tsx';
import { ErrorBoundary, fetchView, View } from './view.tsx';

function Routed({ frontEnd }: { frontEnd: FrontEnd }) {
  const [path] = useLocation();
  const { parser } = useRouter();
  const found = useMemo(() => {
    for (const route of frontEnd.routes) {
      const [matched, params] = matchRoute(parser, route.path, path);
      if (matched) {
        const named = Object.entries(params).filter((one): one is [string, string] => one[1] !== undefined);
        return { route, params: Object.fromEntries(named) };
      }
    }
    return null;
  }, [path, frontEnd, parser]);
  const first = frontEnd.routes.find(({ nav }) => nav);
  if (found) return <View key={found.route.path} route={found.route} params={found.params} />;
  if (path === '/' && first) return <Redirect to={first.path} replace />;
  return <NotFound />;
}

// Shown if the service did not respond when the page opened; the page continues by itself once it does.
function Unreachable({ error }: { error: ApiError }) {
  const words = t().shell;
  useEffect(
    () =>
      reachable.subscribe((is) => {
        if (is) void resume();
      }),
    [],
  );
  return (
    <main class="sign-in-page">
      <div class="card sign-in">
        <Brand />
        <h1>{words.away}</h1>
        <ErrorNote error={error} onRetry={() => void resume()} />
        <p class="second">{words.goesOn}</p>
      </div>
    </main>
  );
}

function Shell({ frontEnd }: { frontEnd: FrontEnd }) {
  const state = session.value;
  const words = t();
  if (state.phase === 'starting') return null;
  if (state.phase === 'out') return <SignInPage />;
  if (state.phase === 'unreachable') return <Unreachable error={state.error} />;
  const allowed = may(state.user, frontEnd.role);
  return (
    <Router base={frontEnd.base}>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault(); // keep the view's address
          document.getElementById('content')?.focus();
        }}>
        {words.shell.skip}
      </a>
      <TopBar frontEnd={frontEnd} />
      <OfflineBanner />
      <ActingBanner />
      <div class="frame">
        {allowed && <SideNav frontEnd={frontEnd} />}
        <main id="content" tabIndex={-1} key={actingTenant.value?.id}>
          {allowed ? (
            <Routed frontEnd={frontEnd} />
          ) : (
            <Forbidden
              role={frontEnd.role}
              acts={
                <a class="button primary" href="/cm/">
                  <span>{words.shell.goToPortal}</span>
                </a>
              }
            />
          )}
        </main>
      </div>
      <KeysDialog />
      <SignInAgain />
    </Router>
  );
}

// The route that the address names, before the router exists.
function routeAt({ base, routes }: FrontEnd): Route | undefined {
  const path = location.pathname.slice(base.length) || '/';
  const names = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path);
  return routes.find((route) => names(route.path)) ?? (path === '/' ? routes.find(({ nav }) => nav) : undefined);
}

export async function start(frontEnd: FrontEnd): Promise<void> {
  const page = document.getElementById('page');
  if (!page) return;
  startPreferences();
  startKeys();
  startDrops();
  const resumed = resume(); // the request runs while the page is built
  const first = signedInBefore() ? routeAt(frontEnd) : undefined;
  if (first) void fetchView(first).catch(() => undefined); // View reports the failure
  await startLanguage();
  document.documentElement.lang = document.documentElement.lang || 'en';
  render(
    <>
      <ErrorBoundary>
        <Shell frontEnd={frontEnd} />
      </ErrorBoundary>
      <Toasts />
      <LiveRegion />
    </>,
    page,
  );
  await resumed;
}
