// SPDX-License-Identifier: Apache-2.0
// The views of the tenant portal, in the order of its navigation.
import { FileText } from 'lucide-preact';
import type { FrontEnd } from '../shell/route.ts';

export const cm: FrontEnd = {
  base: '/cm',
  role: 'VIEWER',
  routes: [
    // Overview

    // Evidence
    { path: '/evidence', view: () => import('./evidence/evidence_list.tsx'), nav: { title: (words) => words.evidence.title, icon: FileText, letter: 'e' } },
    { path: '/evidence/:documentId', view: () => import('./evidence/document_view.tsx') },

    // Requirements

    // Runs and results

    // Tasks

    // Exports

    // Search
    { path: '/search', view: () => import('./search/search_view.tsx') },

    // Settings
    { path: '/settings', view: () => import('../shell/settings_view.tsx') },
  ],
};
