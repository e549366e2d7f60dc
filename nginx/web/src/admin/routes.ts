// SPDX-License-Identifier: Apache-2.0
// The views of the admin console, in the order of its navigation.
import {
  Activity,
  BookA,
  BookOpenText,
  Building2,
  CalendarClock,
  Link2,
  Mail,
  Package,
  Play,
  ScrollText,
  Users,
  Webhook,
} from 'lucide-preact';
import type { FrontEnd } from '../shell/route.ts';
import { t } from './words.ts';

export const admin: FrontEnd = {
  base: '/admin',
  role: 'ADMIN',
  routes: [
    // Runs
    {
      path: '/runs',
      view: () => import('./runs/run_list.tsx'),
      nav: { title: () => t().adminRuns.title, icon: Play, letter: 'r' },
    },
    { path: '/runs/:runId', view: () => import('./runs/run_view.tsx') },

    // Audit log
    {
      path: '/audit',
      view: () => import('./audit/audit_view.tsx'),
      nav: { title: () => t().auditLog.title, icon: ScrollText, letter: 'a' },
    },

    // Packs
    {
      path: '/packs',
      view: () => import('./packs/pack_list.tsx'),
      nav: { title: () => t().packs.title, icon: Package, letter: 'p' },
    },
    { path: '/packs/import', view: () => import('./packs/import_view.tsx') },
    { path: '/packs/:packId/compare', view: () => import('./packs/compare_view.tsx') },
    { path: '/packs/:packId', view: () => import('./packs/pack_page.tsx') },

    // Corpora
    {
      path: '/corpora',
      view: () => import('./corpora/corpus_list.tsx'),
      nav: { title: () => t().corpora.title, icon: BookOpenText, letter: 'c' },
    },
    { path: '/corpora/:corpusId', view: () => import('./corpora/corpus_page.tsx') },

    // Bindings
    {
      path: '/bindings',
      view: () => import('./bindings/binding_list.tsx'),
      nav: { title: () => t().bindings.title, icon: Link2, letter: 'b' },
    },
    { path: '/bindings/:packId', view: () => import('./bindings/binding_page.tsx') },

    // Glossary
    {
      path: '/glossary',
      view: () => import('./glossary/glossary_page.tsx'),
      nav: { title: () => t().glossary.title, icon: BookA, letter: 'l' },
    },

    // Webhooks
    {
      path: '/webhooks',
      view: () => import('./webhooks/webhook_list.tsx'),
      nav: { title: () => t().webhooks.title, icon: Webhook, letter: 'w' },
    },
    { path: '/webhooks/:webhookId', view: () => import('./webhooks/webhook_page.tsx') },

    // E-mail
    {
      path: '/emails',
      view: () => import('./emails/email_list.tsx'),
      nav: { title: () => t().emails.title, icon: Mail, letter: 'm' },
    },

    // Retention
    {
      path: '/retention',
      view: () => import('./retention/retention_page.tsx'),
      nav: { title: () => t().retention.title, icon: CalendarClock, letter: 'e' },
    },

    // Users
    {
      path: '/users',
      view: () => import('./users/user_list.tsx'),
      nav: { title: () => t().users.title, icon: Users, letter: 'u' },
    },
    { path: '/users/provisioning', view: () => import('./users/provisioning.tsx') },
    { path: '/users/:userId', view: () => import('./users/user_page.tsx') },

    // Tenants
    {
      path: '/tenants',
      role: 'SUPER_ADMIN',
      view: () => import('./tenants/tenant_list.tsx'),
      nav: { title: () => t().tenants.title, icon: Building2, letter: 't' },
    },
    { path: '/tenants/:tenantId', role: 'SUPER_ADMIN', view: () => import('./tenants/tenant_page.tsx') },

    // Operations
    {
      path: '/operations',
      view: () => import('./operations/operations_view.tsx'),
      nav: { title: () => t().operations.title, icon: Activity, letter: 'o' },
    },

    // Settings
    { path: '/settings', view: () => import('../shell/settings_view.tsx') },
  ],
};
