// SPDX-License-Identifier: Apache-2.0
// Uploads evidence: files chosen with a button or dropped anywhere on the page, their progress, and what
// was refused.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { FolderUp, Plus, RotateCw, Upload as UploadIcon, X } from 'lucide-preact';
import { Button, IconButton } from '../../design/controls.tsx';
import { FileType, Foreign, shownText } from '../../design/inline.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Progress } from '../../design/measures.tsx';
import { announce, toast } from '../../design/messages.ts';
import { bytes, duration, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { chosenFiles, type Dropped } from './dropped_files.ts';
import { type Member, membersInWords, NamedMemberRow } from './members.tsx';
import { usePageDrop } from './page_drop.ts';
import { refusal } from './refusal.ts';
import { again, forget, stop, stopAll, timeLeft, totals, type Upload, upload, uploads } from './upload_queue.ts';

const NAMED = 3; // files of an archive that are not new documents, named here; its page names the others
const SHOWN = 60; // uploads shown at a time; the others follow when these are done

// The outcome for the files of an archive, naming some that were left out or existed already.
function ArchiveResult({ members, id }: { members: readonly Member[]; id: string | undefined }) {
  const words = t().evidence.upload;
  const told = [
    ...members.filter(({ outcome }) => outcome === 'LEFT_OUT'),
    ...members.filter(({ outcome }) => outcome === 'DUPLICATE'),
  ];
  return (
    <>
      <p class="small second result">
        {membersInWords(members)}
        {id && (
          <>
            {' '}
            · <Link href={`/evidence/${id}`}>{words.archive}</Link>
          </>
        )}
      </p>
      {told.length > 0 && (
        <ul class="plain-list" aria-label={t().evidence.members.title}>
          {told.slice(0, NAMED).map((one) => (
            <NamedMemberRow key={one.path} one={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function UploadRow({ one }: { one: Upload }) {
  const words = t().evidence.upload;
  const { id, file, folder, state, sent, held, error, document, members } = one;
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <li class="upload-row">
      <FileType type={/\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1] ?? '—'} />
      <div class="grow clip">
        <p class="clip" title={shownText(folder + file.name)}>
          {folder && (
            <span class="small second">
              <Foreign>{folder}</Foreign>{' '}
            </span>
          )}
          <Foreign>{file.name}</Foreign> <span class="small second">{bytes(file.size)}</span>
        </p>
        {state === 'sending' && (
          <Progress
            label={held ? words.held : words.sending}
            detail={`${bytes(sent)} / ${bytes(file.size)}`}
            value={sent}
            total={file.size}
          />
        )}
        {state === 'waiting' && <p class="small second">{words.waiting}</p>}
        {state === 'stopped' && <p class="small second">{words.stopped}</p>}
        {state === 'same' && document && (
          <p class="small">
            <Glyph shape="ring" tone="accent" /> {words.same}{' '}
            <Link href={`/evidence/${document.id}`}>
              <Foreign>{document.name}</Foreign>
            </Link>
          </p>
        )}
        {members && <ArchiveResult members={members} id={document?.id} />}
        {state === 'refused' && error && (
          <p class="small missing">
            <Glyph shape="triangle" tone="missing" /> {refusal(error)}
          </p>
        )}
      </div>
      {(state === 'refused' || state === 'stopped') && (
        <IconButton label={words.retry(file.name)} onClick={() => again(id)}>
          <RotateCw {...icon} />
        </IconButton>
      )}
      {state === 'sending' || state === 'waiting' ? (
        <IconButton label={words.stop(file.name)} onClick={() => stop(id)}>
          <X {...icon} />
        </IconButton>
      ) : (
        <IconButton label={words.forget(file.name)} onClick={() => forget(id)}>
          <X {...icon} />
        </IconButton>
      )}
    </li>
  );
}

function Whole() {
  const words = t().evidence.upload;
  const sum = totals.value;
  const [, setTick] = useState(0); // time passes even when no bytes are sent
  useEffect(() => {
    if (!sum.underWay) return undefined;
    const ticking = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(ticking);
  }, [sum.underWay]);
  if (!sum.underWay) return null;
  const left = timeLeft(sum);
  const detail = [
    words.bytes(bytes(sum.sent), bytes(sum.bytes)),
    left === null ? null : words.left(duration(Math.max(1000, left))),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div class="upload-whole">
      <Progress
        label={words.count(sum.done + 1, sum.files)}
        detail={detail}
        value={Math.round(sum.sent)}
        total={sum.bytes}
      />
      <Button small look="quiet" onClick={stopAll}>
        {words.stopAll}
      </Button>
    </div>
  );
}

export function UploadPanel() {
  const words = t().evidence.upload;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = ({ found, unreadable }: Dropped) => {
    if (unreadable > 0) toast(words.unreadable(unreadable));
    else if (found.length === 0) toast(words.nothing);
    if (found.length === 0) return;
    upload(found);
    announce(words.taken(found.length));
  };
  const over = usePageDrop(take);
  const chosen = (input: HTMLInputElement) => {
    take(chosenFiles([...(input.files ?? [])]));
    input.value = ''; // allows choosing the same file again
  };
  const { underWay } = totals.value;
  const before = useRef(underWay);
  useEffect(() => {
    if (before.current && !underWay) {
      const refused = uploads.value.filter(({ state }) => state === 'refused').length;
      announce(t().evidence.upload.ended(totals.value.done, refused));
    }
    before.current = underWay;
  }, [underWay]);
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);

  const open = uploads.value.filter(({ state, members }) => state !== 'stored' || members !== undefined);
  const order = { sending: 0, refused: 1, same: 2, stopped: 3, waiting: 4, stored: 5 };
  const shown = open.toSorted((a, b) => order[a.state] - order[b.state] || a.id - b.id).slice(0, SHOWN);
  return (
    <section class={over ? 'drop-zone over' : 'drop-zone'} aria-label={words.title}>
      <div class="drop-head">
        <span class="drop-plus" aria-hidden="true">
          <Plus size={20} />
        </span>
        <div class="drop-words">
          <p class="strong">{over ? words.dropNow : words.drop}</p>
          <p class="small second">{words.kinds}</p>
        </div>
        <Whole />
        <div class="acts">
          <Button icon={<FolderUp size={16} aria-hidden="true" />} onClick={() => folder.current?.click()}>
            {words.folder}
          </Button>
          <Button
            look="primary"
            icon={<UploadIcon size={16} aria-hidden="true" />}
            onClick={() => files.current?.click()}>
            {words.choose}
          </Button>
        </div>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={words.choose}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={words.folder}
        onChange={(event) => chosen(event.currentTarget)}
      />
      {shown.length > 0 && (
        <ul class="upload-list" aria-label={words.list}>
          {shown.map((one) => (
            <UploadRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      {open.length > shown.length && (
        <p class="small second upload-more">{words.more(number(open.length - shown.length))}</p>
      )}
      {over && <div class="drop-cover" aria-hidden="true" />}
    </section>
  );
}
