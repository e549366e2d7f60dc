// SPDX-License-Identifier: Apache-2.0
// What became of the files of an archive: how many are documents of it, which were here already, and
// which were left out and why.
import { Link } from 'wouter-preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, shownText } from '../../design/inline.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';

export type Member = Schemas['ArchiveMember'];

const AT_ONCE = 50;

export function membersInWords(members: readonly Member[]): string {
  const words = t().evidence.members;
  const of = (outcome: Member['outcome']) => members.filter((one) => one.outcome === outcome).length;
  const [stored, same, left] = [of('STORED'), of('DUPLICATE'), of('LEFT_OUT')];
  return [words.stored(stored), same > 0 && words.duplicates(same), left > 0 && words.leftOut(left)].filter(Boolean).join(', ');
}

// In the language spoken where the sentence is known.
function reasonOf({ reason }: Member): string {
  for (const [sentence, words] of t().evidence.members.reasons) if (sentence.test(reason ?? '')) return words;
  return reason ?? '';
}

export function MemberRow({ one }: { one: Member }) {
  const words = t().evidence.members;
  return (
    <li class="member-row">
      <span class="grow clip" title={shownText(one.path)}><Foreign>{one.path}</Foreign></span>
      {one.outcome === 'LEFT_OUT' ? <State shape="stop" tone="quiet">{words.LEFT_OUT}</State> : <State shape={one.outcome === 'STORED' ? 'tick' : 'ring'} tone={one.outcome === 'STORED' ? 'complete' : 'accent'}>
        {one.documentId ? <Link href={`/evidence/${one.documentId}`}>{words[one.outcome]}</Link> : words[one.outcome]}</State>}
      {one.outcome === 'LEFT_OUT' && <p class="small second"><Foreign>{reasonOf(one)}</Foreign></p>}
    </li>
  );
}

const FIRST: Record<Member['outcome'], number> = { LEFT_OUT: 0, DUPLICATE: 1, STORED: 2 };

// Those that are no document of the archive alone come first.
export function Members({ members }: { members: readonly Member[] }) {
  const words = t().evidence.members;
  const [shown, setShown] = useState(AT_ONCE);
  const ordered = members.toSorted((a, b) => FIRST[a.outcome] - FIRST[b.outcome]);
  return (
    <Card title={words.title} meta={membersInWords(members)} flush>
      <ul class="rows" aria-label={words.title}>{ordered.slice(0, shown).map((one) => <MemberRow key={one.path} one={one} />)}</ul>
      {members.length > shown && <p class="card-body"><Button small onClick={() => setShown(shown + AT_ONCE)}>{words.more(number(members.length - shown))}</Button></p>}
    </Card>
  );
}
