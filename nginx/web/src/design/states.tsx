// SPDX-License-Identifier: Apache-2.0
// The states of a view without content: skeleton, empty, error, forbidden, not found.
import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/resource.ts';
import { ApiError } from '../api/transport.ts';
import { currentUser, type Role } from '../api/session.ts';
import { t } from '../strings/words.ts';
import { Button, ButtonLink } from './controls.tsx';
import { Glyph } from './glyph.tsx';
import { Id } from './inline.tsx';
import { toast } from './messages.ts';

// Placeholder lines in the final shape; shown only after 150 ms of waiting (Resource.slow, List.slow).
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div class="skeletons" role="status">
      <span class="visually-hidden">{t().states.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span class="skeleton" aria-hidden="true" style={{ width: `${90 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

// Says what to do next. `children`: an explanation. `acts`: the actions.
export function Empty({
  title,
  children,
  acts,
}: {
  title: string;
  children?: ComponentChildren;
  acts?: ComponentChildren;
}) {
  return (
    <div class="card empty">
      <h2>{title}</h2>
      {children && <p class="second">{children}</p>}
      {acts && <div class="acts">{acts}</div>}
    </div>
  );
}

// Describes an error: translated by its code if known, else with the service's own message, which is also
// meant for people, else in general terms.
export function messageOf(error: ApiError): string {
  if (error.status === 0) return t().states.unreachable;
  return t().errors[error.code]?.(error.details) ?? (error.message || t().states.failed);
}

// For errors that no part of the view shows.
export const toastError = (error: ApiError): void => toast(messageOf(error));

// An inline error: message, request id and a retry button.
export function ErrorNote({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div class="note failed" role="alert">
      <Glyph shape="triangle" tone="failed" size={16} />
      <div class="note-text">
        <p>{messageOf(error)}</p>
        {error.requestId && (
          <p class="small second">
            {t().states.request} <Id value={error.requestId} whole />
          </p>
        )}
      </div>
      {onRetry && (
        <Button small onClick={onRetry}>
          {t().states.retry}
        </Button>
      )}
    </div>
  );
}

// An inline note that is not an error: a result or a hint.
export function Note({
  tone,
  title,
  children,
}: {
  tone: 'complete' | 'partial' | 'missing' | 'accent';
  title?: string;
  children: ComponentChildren;
}) {
  const shape = { complete: 'tick', partial: 'half', missing: 'triangle', accent: 'ring' } as const;
  return (
    <div class={`note ${tone}`}>
      <Glyph shape={shape[tone]} tone={tone} size={16} />
      <div class="note-text">
        {title && <span class="strong">{title} </span>}
        {children}
      </div>
    </div>
  );
}

function WholeView({
  title,
  children,
  acts,
}: {
  title: string;
  children: ComponentChildren;
  acts?: ComponentChildren;
}) {
  return (
    <div class="whole-view">
      <h1 tabIndex={-1}>{title}</h1>
      <p class="second">{children}</p>
      {acts && <div class="acts">{acts}</div>}
    </div>
  );
}

export function Forbidden({ role, acts }: { role: Role; acts?: ComponentChildren }) {
  const words = t();
  const own = currentUser().role;
  return (
    <WholeView title={words.states.forbidden} acts={acts}>
      {role === 'SUPER_ADMIN' && own === role
        ? words.states.forbiddenMode
        : words.states.forbiddenWhy(words.roles[role], words.roles[own])}
    </WholeView>
  );
}

export function NotFound() {
  const words = t().states;
  return (
    <WholeView title={words.notFound} acts={<ButtonLink to="/">{words.home}</ButtonLink>}>
      {words.notFoundWhy}
    </WholeView>
  );
}

// A title for screen readers while no content provides one.
const SpokenTitle = ({ children }: { children: string }) => (
  <h1 class="visually-hidden" tabIndex={-1}>
    {children}
  </h1>
);

// The view of a resource that could not be loaded: not found, forbidden, or failed.
export function Failed({
  error,
  onRetry,
  role = 'ADMIN',
}: {
  error: ApiError;
  onRetry: () => void;
  role?: Role | undefined;
}) {
  if (error.status === 404) return <NotFound />;
  if (error.status === 403) return <Forbidden role={role} />;
  return (
    <>
      <SpokenTitle>{t().states.failed}</SpokenTitle>
      <ErrorNote error={error} onRetry={onRetry} />
    </>
  );
}

// The view of a resource that is still loading or could not be loaded.
export function NotYet({
  of: { error, slow, reload },
  role,
}: {
  of: Pick<Resource<unknown>, 'error' | 'slow' | 'reload'>;
  role?: Role;
}) {
  if (error) return <Failed error={error} onRetry={reload} role={role} />;
  return (
    <>
      <SpokenTitle>{t().states.loading}</SpokenTitle>
      {slow && <Skeleton lines={8} />}
    </>
  );
}
