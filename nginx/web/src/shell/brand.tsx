// SPDX-License-Identifier: Apache-2.0
// The name and mark of the product.
import icon from '../design/icon.svg';
import { t } from '../strings/words.ts';

export function Brand({ part }: { part?: string }) {
  return (
    <span class="brand">
      <img src={icon} alt="" width={22} height={22} />
      <span class="brand-name">
        {t().product}
        {part && <span class="brand-part"> {part}</span>}
      </span>
    </span>
  );
}
