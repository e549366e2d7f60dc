// SPDX-License-Identifier: Apache-2.0
// What a front end is made of: its routes, each a path and the view that is fetched when it is first
// needed, and where the navigation names it.
import type { ComponentType } from 'preact';
import type { LucideIcon } from 'lucide-preact';
import type { Role } from '../api/session.ts';
import type { Strings } from '../strings/en.ts';
import type { Counts } from './counts.ts';

// The parts of the path that the pattern names: '/runs/:runId' gives { runId }.
export type ViewProps = { params: Readonly<Record<string, string>> };

export interface Route {
  path: string; // below /cm or /admin
  view: () => Promise<{ default: ComponentType<ViewProps> }>;
  role?: Role; // less than this is told that it may not see the view
  nav?: {
    title: (words: Strings) => string;
    icon: LucideIcon;
    letter?: string; // "g" then this goes there
  };
}

export interface FrontEnd {
  base: '/cm' | '/admin';
  role: Role; // what it takes to be here at all
  routes: readonly Route[];
  // The number beside an entry of the navigation, by its path; none is shown for 0.
  counts?: Readonly<Record<string, (counts: Counts) => number>>;
}
