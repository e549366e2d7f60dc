// SPDX-License-Identifier: Apache-2.0
// The outcome for each file of an archive: which became documents, which existed already, and which were
// left out and why.
import { Link } from 'wouter-preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
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
  return [words.stored(stored), same > 0 && words.duplicates(same), left > 0 && words.leftOut(left)]
    .filter(Boolean)
    .join(', ');
}

// Translates the reason if its sentence is known.
function reasonOf({ reason }: Member): string {
  for (const [sentence, words] of t().evidence.members.reasons) if (sentence.test(reason ?? '')) return words;
  return reason ?? '';
}

function Outcome({ one, name }: { one: Member; name: string | undefined }) {
  const words = t().evidence.members;
  if (one.outcome === 'LEFT_OUT')
    return (
      <State shape="stop" tone="quiet">
        {words.LEFT_OUT}
      </State>
    );
  const stored = one.outcome === 'STORED';
  const link = (text: string) =>
    one.documentId ? (
      <Link href={`/evidence/${one.documentId}`}>
        <Foreign>{text}</Foreign>
      </Link>
    ) : (
      text
    );
  return (
    <State shape={stored ? 'tick' : 'ring'} tone={stored ? 'complete' : 'accent'}>
      {!stored && name !== undefined ? (
        <>
          {t().evidence.upload.same} {link(name)}
        </>
      ) : (
        link(words[one.outcome])
      )}
    </State>
  );
}

// `name`: the name of the document that the file duplicates.
function MemberRow({ one, name }: { one: Member; name?: string | undefined }) {
  return (
    <li class="member-row">
      <span class="grow clip" title={shownText(one.path)}>
        <Foreign>{one.path}</Foreign>
      </span>
      <Outcome one={one} name={name} />
      {one.outcome === 'LEFT_OUT' && (
        <p class="small second">
          <Foreign>{reasonOf(one)}</Foreign>
        </p>
      )}
    </li>
  );
}

// A MemberRow that looks up the name itself.
export function NamedMemberRow({ one }: { one: Member }) {
  const id = one.outcome === 'DUPLICATE' ? one.documentId : undefined;
  const { data } = useResource(id ? '/api/documents/{documentId}' : null, { path: { documentId: id ?? '' } });
  return <MemberRow one={one} name={data?.originalFilename} />;
}

const FIRST: Record<Member['outcome'], number> = { LEFT_OUT: 0, DUPLICATE: 1, STORED: 2 };

// Files that were left out or existed already come first.
export function Members({ archiveId, members }: { archiveId: string; members: readonly Member[] }) {
  const words = t().evidence.members;
  const several = members.some(({ outcome }) => outcome === 'DUPLICATE');
  const { data } = useResource(several ? '/api/documents' : null, {
    query: { parentDocumentId: archiveId, limit: 200 },
  });
  const names = new Map(data?.documents.map(({ id, originalFilename }) => [id, originalFilename]));
  const [shown, setShown] = useState(AT_ONCE);
  const ordered = members.toSorted((a, b) => FIRST[a.outcome] - FIRST[b.outcome]);
  return (
    <Card title={words.title} meta={membersInWords(members)} flush>
      <ul class="rows" aria-label={words.title}>
        {ordered.slice(0, shown).map((one) => (
          <MemberRow key={one.path} one={one} name={names.get(one.documentId ?? '')} />
        ))}
      </ul>
      {members.length > shown && (
        <p class="card-body">
          <Button small onClick={() => setShown(shown + AT_ONCE)}>
            {words.more(number(members.length - shown))}
          </Button>
        </p>
      )}
    </Card>
  );
}
