// SPDX-License-Identifier: Apache-2.0
// Retention: the rules by which evidence is removed, the legal holds that keep it, and what was erased.
import { PageHead } from '../../design/page_head.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import { t } from '../words.ts';
import { ErasureList } from './erasure_list.tsx';
import { HoldList } from './hold_list.tsx';
import { Rules } from './rules.tsx';

const PARTS = ['rules', 'holds', 'erasures'] as const;

export default function RetentionPage() {
  const words = t().retention;
  const query = useQuery();
  const part = oneOf(query.get('show'), PARTS, 'rules');
  return (
    <>
      <PageHead title={words.title} summary={words.about} />
      <Tabs
        label={words.title}
        tabs={PARTS.map((key) => ({ key, label: words.parts[key] }))}
        current={part}
        onChange={(show) => query.set({ show: show === 'rules' ? null : show })}>
        <div class="stack">{part === 'rules' ? <Rules /> : part === 'holds' ? <HoldList /> : <ErasureList />}</div>
      </Tabs>
    </>
  );
}
