// SPDX-License-Identifier: Apache-2.0
// The views of the tenant portal, in the order of its navigation.
import { Download, FileText, LayoutDashboard, ListChecks, Play, SquareKanban } from 'lucide-preact';
import { sum } from '../shell/counts.ts';
import type { FrontEnd } from '../shell/route.ts';

export const cm: FrontEnd = {
  base: '/cm',
  role: 'VIEWER',
  routes: [
    // Overview
    {
      path: '/overview',
      view: () => import('./overview/overview.tsx'),
      nav: { title: (words) => words.overview.title, icon: LayoutDashboard, letter: 'o' },
    },

    // Evidence
    {
      path: '/evidence',
      view: () => import('./evidence/evidence_list.tsx'),
      nav: { title: (words) => words.evidence.title, icon: FileText, letter: 'e' },
    },
    { path: '/evidence/:documentId', view: () => import('./evidence/document_view.tsx') },

    // Requirements
    {
      path: '/requirements',
      view: () => import('./requirements/requirement_tree.tsx'),
      nav: { title: (words) => words.requirements.title, icon: ListChecks, letter: 'q' },
    },

    // Runs and results
    {
      path: '/runs',
      view: () => import('./runs/run_list.tsx'),
      nav: { title: (words) => words.runs.title, icon: Play, letter: 'r' },
    },
    { path: '/runs/:runId', view: () => import('./runs/run_view.tsx') },
    { path: '/runs/:runId/results', view: () => import('./results/results_view.tsx') },
    { path: '/runs/:runId/compare/:otherId', view: () => import('./runs/compare_view.tsx') },

    // Tasks
    {
      path: '/tasks',
      view: () => import('./tasks/task_board.tsx'),
      nav: { title: (words) => words.tasks.title, icon: SquareKanban, letter: 't' },
    },

    // Exports
    {
      path: '/exports',
      view: () => import('./exports/export_list.tsx'),
      nav: { title: (words) => words.exports.title, icon: Download, letter: 'x' },
    },

    // Search
    { path: '/search', view: () => import('./search/search_view.tsx') },

    // Settings
    { path: '/settings', view: () => import('../shell/settings_view.tsx') },
  ],
  counts: {
    '/evidence': ({ documents }) => sum(documents),
    '/runs': ({ runs }) => sum(runs),
    '/tasks': ({ tasks }) => sum(tasks) - (tasks.COMPLETED ?? 0),
    '/exports': ({ exportsUnderWay }) => exportsUnderWay,
  },
};
