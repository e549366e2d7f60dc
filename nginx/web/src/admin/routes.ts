// SPDX-License-Identifier: Apache-2.0
// The views of the admin console, in the order of its navigation.
import { Users } from 'lucide-preact';
import type { FrontEnd } from '../shell/route.ts';

export const admin: FrontEnd = {
  base: '/admin',
  role: 'ADMIN',
  routes: [
    // Runs

    // Audit log

    // Packs

    // Corpora

    // Bindings

    // Users
    { path: '/users', view: () => import('./users/user_list.tsx'), nav: { title: (words) => words.users.title, icon: Users, letter: 'u' } },

    // Tenants

    // Operations

    // Settings
    { path: '/settings', view: () => import('../shell/settings_view.tsx') },
  ],
};
