// SPDX-License-Identifier: Apache-2.0
// The account that a page shows, and how a change of it names its version.
import type { Schemas } from '../../api/client.ts';

export interface Loaded {
  user: Schemas['Account'];
  etag: string | null;
  reload: () => void;
}

export const PATH = '/api/admin/users/{userId}';
export const guard = ({ user, etag }: Loaded) => ({ path: `/api/admin/users/${user.id}`, etag });
export const pathOf = ({ user, etag }: Loaded) => ({ path: { userId: user.id }, ...(etag ? { ifMatch: etag } : {}) });
