// SPDX-License-Identifier: Apache-2.0
// Reads short lists in one page, and says so if there are more items than that.
import { t } from './words.ts';

export const MOST = 200;

export const Newest = ({ more }: { more: string | null | undefined }) =>
  more ? <p class="small second">{t().write.newest(MOST)}</p> : null;
