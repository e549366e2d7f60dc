// SPDX-License-Identifier: Apache-2.0
// The navigation of a front end: at the side, on phones at the bottom. "g" and a letter open a view too.
import { Link, useLocation, useRouter } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { Ellipsis } from 'lucide-preact';
import { currentUser, may } from '../api/session.ts';
import { Menu } from '../design/menu.tsx';
import { number } from '../strings/format.ts';
import { t } from '../strings/words.ts';
import { counts, useCounts } from './counts.ts';
import { useShortcuts } from './keys.ts';
import type { FrontEnd, Route } from './route.ts';

const AT_THE_BOTTOM = 4; // entries beside "more", if there are others

type NavRoute = Route & { nav: NonNullable<Route['nav']> };

export function SideNav({ frontEnd }: { frontEnd: FrontEnd }) {
  const words = t();
  const [path] = useLocation();
  const { base } = useRouter();
  const entries = frontEnd.routes.filter(
    (route): route is NavRoute => route.nav !== undefined && (!route.role || may(currentUser(), route.role)),
  );
  const current = entries
    .filter((route) => path === route.path || path.startsWith(`${route.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  useShortcuts(
    entries
      .filter(({ nav }) => nav.letter)
      .map(({ nav, path: to }) => ({
        keys: `g ${nav.letter}`,
        does: words.keys.goTo(nav.title(words)),
        group: 'go',
        run: () => navigate(base + to),
      })),
  );
  useCounts(frontEnd.counts !== undefined);
  const known = counts.value.data;
  const rest = entries.length > AT_THE_BOTTOM + 1 ? entries.slice(AT_THE_BOTTOM) : [];
  return (
    <nav class="side" aria-label={words.shell.views}>
      {entries.map((route) => {
        const { icon: Icon, title } = route.nav;
        const count = known ? (frontEnd.counts?.[route.path]?.(known) ?? 0) : 0;
        return (
          <Link
            key={route.path}
            href={route.path}
            class={rest.includes(route) ? 'side-link rest' : 'side-link'}
            aria-current={route === current ? 'page' : undefined}>
            <Icon size={18} aria-hidden="true" />
            <span>{title(words)}</span>
            {count > 0 && <span class="count">{number(count)}</span>}
          </Link>
        );
      })}
      {rest.length > 0 && (
        <div class="side-more">
          <Menu
            label={words.shell.more}
            look="side-link"
            button={
              <>
                <Ellipsis size={18} aria-hidden="true" />
                <span>{words.shell.more}</span>
              </>
            }
            items={rest.map(({ nav, path: to }) => ({
              kind: 'link',
              label: nav.title(words),
              icon: <nav.icon size={16} aria-hidden="true" />,
              to,
            }))}
          />
        </div>
      )}
    </nav>
  );
}
