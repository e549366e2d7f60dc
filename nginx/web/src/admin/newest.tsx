// SPDX-License-Identifier: Apache-2.0
// Short lists are read in one page; where there are more after all, it is said.
import { t } from './words.ts';

export const MOST = 200;

export const Newest = ({ more }: { more: string | null | undefined }) => (more ? <p class="small second">{t().write.newest(MOST)}</p> : null);
