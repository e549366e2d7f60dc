// SPDX-License-Identifier: Apache-2.0
// Shows one route: fetches its view when first needed, moves the focus to its title, and contains its
// errors.
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentUser, may } from '../api/session.ts';
import { Button } from '../design/controls.tsx';
import { Forbidden, Skeleton } from '../design/states.tsx';
import { SKELETON_AFTER } from '../api/resource.ts';
import { t } from '../strings/words.ts';
import type { Route, ViewProps } from './route.ts';

function Broken({ message }: { message: string }) {
  return (
    <div class="note failed" role="alert">
      <div class="note-text">
        <p>{message}</p>
      </div>
      <Button onClick={() => location.reload()}>{t().states.reload}</Button>
    </div>
  );
}

export class ErrorBoundary extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.broken ? <Broken message={t().states.internal} /> : this.props.children;
  }
}

const fetched = new Map<Route, ComponentType<ViewProps>>();

// Fetches a view to show now, or soon.
export async function fetchView(route: Route): Promise<void> {
  fetched.set(route, (await route.view()).default);
}

export function View({ route, params }: { route: Route; params: ViewProps['params'] }) {
  const [state, setState] = useState<'waiting' | 'slow' | 'there' | 'failed'>(fetched.has(route) ? 'there' : 'waiting');
  const root = useRef<HTMLDivElement>(null);
  const allowed = !route.role || may(currentUser(), route.role);

  // Before painting, since the page has nothing on it yet.
  useLayoutEffect(() => {
    if (fetched.has(route) || !allowed) return undefined;
    let gone = false;
    const slow = setTimeout(() => setState('slow'), SKELETON_AFTER);
    fetchView(route)
      .then(
        () => {
          if (!gone) setState('there');
        },
        () => {
          if (!gone) setState('failed');
        },
      )
      .finally(() => clearTimeout(slow));
    return () => {
      gone = true;
      clearTimeout(slow);
    };
  }, [route, allowed]);

  // After navigation the view's title is read out, and Tab continues from it. The focus moves at once, so
  // that a key pressed a moment later finds it where it will stay.
  useLayoutEffect(() => {
    if (state !== 'there') return;
    scrollTo(0, 0);
    root.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [state, route]);

  const Shown = fetched.get(route);
  return (
    <div ref={root} class="view">
      {!allowed ? (
        <Forbidden role={route.role ?? 'ADMIN'} />
      ) : Shown ? (
        <ErrorBoundary>
          <Shown params={params} />
        </ErrorBoundary>
      ) : state === 'failed' ? (
        <Broken message={t().states.newVersion} />
      ) : state === 'slow' ? (
        <Skeleton lines={5} />
      ) : null}
    </div>
  );
}
