// SPDX-License-Identifier: Apache-2.0
// The top bar: product, tenant, search, and the menu of the signed-in person.
import { useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { ArrowLeftRight, Keyboard, LogOut, Search, Settings } from 'lucide-preact';
import { nameOfPerson } from '../api/people.ts';
import { currentUser, may, signOut, type User } from '../api/session.ts';
import { ApiError } from '../api/transport.ts';
import { Form } from '../design/form.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { toastError } from '../design/states.tsx';
import { chooseLanguage, language, LANGUAGES, t } from '../strings/words.ts';
import { Brand } from './brand.tsx';
import { keysShown } from './keys_dialog.tsx';
import { useShortcuts } from './keys.ts';
import { theme, THEMES } from './preferences.ts';
import type { FrontEnd } from './route.ts';
import { TenantSwitch } from './tenant_switch.tsx';

function initials({ displayName, email }: User): string {
  const parts = (displayName || email).split(/[\s.@]+/).flatMap((part) => part.match(/[\p{L}\p{N}]/u) ?? []);
  return `${parts[0] ?? ''}${parts.length > 1 ? parts.at(-1) : ''}`.toUpperCase();
}

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error);
  }
}

function accountItems(frontEnd: FrontEnd): MenuItem[] {
  const words = t();
  const user = currentUser();
  const icon = { size: 16, 'aria-hidden': true } as const;
  const other: MenuItem[] =
    frontEnd.base === '/admin'
      ? [{ kind: 'away', label: words.shell.toPortal, icon: <ArrowLeftRight {...icon} />, href: '/cm/' }]
      : may(user, 'ADMIN')
        ? [{ kind: 'away', label: words.shell.toAdmin, icon: <ArrowLeftRight {...icon} />, href: '/admin/' }]
        : [];
  return [
    { kind: 'title', label: nameOfPerson(user) },
    { kind: 'link', label: words.shell.settings, icon: <Settings {...icon} />, to: '/settings' },
    {
      kind: 'act',
      label: words.keys.title,
      icon: <Keyboard {...icon} />,
      run: () => {
        keysShown.value = true;
      },
    },
    ...other,
    { kind: 'title', label: words.theme.label },
    ...THEMES.map((one): MenuItem => ({
      kind: 'choice',
      label: words.theme[one],
      chosen: theme.value === one,
      choose: () => {
        theme.value = one;
      },
    })),
    { kind: 'title', label: words.language.label },
    ...LANGUAGES.map(({ code, name }): MenuItem => ({
      kind: 'choice',
      label: name,
      chosen: language.value === code,
      choose: () => void chooseLanguage(code),
    })),
    { kind: 'act', label: words.signIn.out, icon: <LogOut {...icon} />, run: () => void leave() },
  ];
}

// Shown only if the front end has a search view; "/" focuses it, or the search field of the view.
function SearchBox({ frontEnd }: { frontEnd: FrontEnd }) {
  const words = t();
  const field = useRef<HTMLInputElement>(null);
  const [path] = useLocation();
  const present = frontEnd.routes.some((route) => route.path === '/search');
  useShortcuts([
    {
      keys: '/',
      does: words.keys.search,
      group: 'everywhere',
      run: () => {
        const target = present ? field.current : document.querySelector<HTMLInputElement>('main input[type=search]');
        target?.focus();
        target?.select();
      },
    },
  ]);
  if (!present) return null;
  const value = path === '/search' ? (new URLSearchParams(location.search).get('q') ?? '') : '';
  return (
    <Form
      class="top-search"
      role="search"
      onSubmit={() => {
        const q = field.current?.value.trim();
        if (q) navigate(`${frontEnd.base}/search?q=${encodeURIComponent(q)}`);
      }}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={words.shell.search}
        placeholder={words.shell.search}
        maxLength={500}
        defaultValue={value}
        key={value}
      />
      <kbd aria-hidden="true">/</kbd>
    </Form>
  );
}

export function TopBar({ frontEnd }: { frontEnd: FrontEnd }) {
  const user = currentUser();
  const words = t();
  return (
    <header class="top">
      <a
        class="top-home"
        href={`${frontEnd.base}/`}
        aria-label={frontEnd.base === '/admin' ? `${words.product} ${words.admin}` : words.product}
        onClick={(event) => {
          event.preventDefault();
          navigate(`${frontEnd.base}/`);
        }}>
        <Brand {...(frontEnd.base === '/admin' ? { part: words.admin } : {})} />
      </a>
      <TenantSwitch />
      <span class="grow" />
      <SearchBox frontEnd={frontEnd} />
      <Menu
        label={`${words.shell.account(nameOfPerson(user))} (${initials(user)})`}
        look="avatar"
        button={<bdi>{initials(user)}</bdi>}
        items={accountItems(frontEnd)}
      />
    </header>
  );
}
