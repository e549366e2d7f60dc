// SPDX-License-Identifier: Apache-2.0
// Takes a corpus's text in again: from its known source, or from a file.
import { useState } from 'preact/hooks';
import { post, type Schemas } from '../../api/client.ts';
import { sendFile } from '../../api/files.ts';
import { useWrite } from '../../api/write.ts';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { Foreign } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { type From, TextSource } from './text_source.tsx';

export function TakeIn({
  corpus,
  again,
  onClose,
  onStarted,
}: {
  corpus: Schemas['Corpus'];
  again: boolean;
  onClose: () => void;
  onStarted: () => void;
}) {
  const words = t();
  const write = useWrite();
  const [from, setFrom] = useState<From>(corpus.sourceUrl || again ? 'later' : 'file');
  const [file, setFile] = useState<File | null>(null);
  const path = { corpusId: corpus.id };
  const start = () =>
    write.run(async () => {
      if (from === 'file' && file) await sendFile('/api/admin/corpora/{corpusId}/ingestions', file, { path });
      else await post('/api/admin/corpora/{corpusId}/ingestions', { path, body: {} });
      onClose();
      toast(words.corpora.ingestionStarted);
      onStarted();
    });
  return (
    <FormDialog
      title={words.corpora.takeIn}
      act={words.corpora.takeIn}
      busy={write.busy}
      onSubmit={start}
      onClose={onClose}>
      {corpus.sourceUrl || again ? (
        <SameOrFile from={from} onFrom={setFrom} url={corpus.sourceUrl} onFile={setFile} />
      ) : (
        <TextSource
          from="file"
          onFrom={setFrom}
          choices={['file']}
          onFile={setFile}
          error={write.error?.issueOf('file')}
        />
      )}
      <FormNote write={write} />
    </FormDialog>
  );
}

// Chooses the known source or a file instead.
function SameOrFile({
  from,
  onFrom,
  url,
  onFile,
}: {
  from: From;
  onFrom: (from: From) => void;
  url: string | null;
  onFile: (file: File | null) => void;
}) {
  const words = t().corpora;
  return (
    <>
      <fieldset class="radios">
        <legend class="visually-hidden">{words.from}</legend>
        <label>
          <input type="radio" name="from" checked={from !== 'file'} onChange={() => onFrom('later')} />
          <span>
            {url ? words.fromSame : words.fromLast}
            {url && (
              <span class="small second block">
                <Foreign>{url}</Foreign>
              </span>
            )}
          </span>
        </label>
        <label>
          <input type="radio" name="from" checked={from === 'file'} onChange={() => onFrom('file')} />
          <span>{words.froms.file}</span>
        </label>
      </fieldset>
      {from === 'file' && <TextSource from="file" onFrom={onFrom} choices={['file']} onFile={onFile} />}
    </>
  );
}
