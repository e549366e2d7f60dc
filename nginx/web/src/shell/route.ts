// SPDX-License-Identifier: Apache-2.0
// Describes a front end: its routes, each with a path, a view that is fetched when first needed, and its
// entry in the navigation.
import type { ComponentType } from 'preact';
import type { LucideIcon } from 'lucide-preact';
import type { Role } from '../api/session.ts';
import type { Strings } from '../strings/en.ts';
import type { Counts } from './counts.ts';

// The path parameters that the pattern names: '/runs/:runId' gives { runId }.
export type ViewProps = { params: Readonly<Record<string, string>> };

export interface Route {
  path: string; // below /cm or /admin
  view: () => Promise<{ default: ComponentType<ViewProps> }>;
  role?: Role; // the minimum role; others are told that they may not see the view
  nav?: {
    title: (words: Strings) => string;
    icon: LucideIcon;
    letter?: string; // "g" and then this letter opens the view
  };
}

export interface FrontEnd {
  base: '/cm' | '/admin';
  role: Role; // the minimum role for the front end
  routes: readonly Route[];
  // The number beside a navigation entry, by its path; 0 is not shown.
  counts?: Readonly<Record<string, (counts: Counts) => number>>;
}
