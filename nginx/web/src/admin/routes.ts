// SPDX-License-Identifier: Apache-2.0
// The views of the admin console, in the order of its navigation.
import { Activity, Play, ScrollText, Users } from 'lucide-preact';
import type { FrontEnd } from '../shell/route.ts';

export const admin: FrontEnd = {
  base: '/admin',
  role: 'ADMIN',
  routes: [
    // Runs
    { path: '/runs', view: () => import('./runs/run_list.tsx'), nav: { title: (words) => words.adminRuns.title, icon: Play, letter: 'r' } },
    { path: '/runs/:runId', view: () => import('./runs/run_view.tsx') },

    // Audit log
    { path: '/audit', view: () => import('./audit/audit_view.tsx'), nav: { title: (words) => words.auditLog.title, icon: ScrollText, letter: 'a' } },

    // Packs

    // Corpora

    // Bindings

    // Users
    { path: '/users', view: () => import('./users/user_list.tsx'), nav: { title: (words) => words.users.title, icon: Users, letter: 'u' } },

    // Tenants

    // Operations
    { path: '/operations', view: () => import('./operations/operations_view.tsx'), nav: { title: (words) => words.operations.title, icon: Activity, letter: 'o' } },

    // Settings
    { path: '/settings', view: () => import('../shell/settings_view.tsx') },
  ],
};
