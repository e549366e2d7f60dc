// SPDX-License-Identifier: Apache-2.0
// Creates a corpus: its title, the pack it is the source of, and its text.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { post } from '../../api/client.ts';
import { sendFile } from '../../api/files.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Select, TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { MOST } from '../newest.tsx';
import { type From, TextSource } from './text_source.tsx';

const ANY = '';

export function NewCorpus({ onClose }: { onClose: () => void }) {
  const words = t();
  const write = useWrite();
  const packs = useResource('/api/packs', { query: { limit: MOST } });
  const [title, setTitle] = useState('');
  const [packId, setPack] = useState<string>(ANY);
  const [from, setFrom] = useState<From>('url');
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const add = () =>
    write.run(async () => {
      const made =
        from === 'file' && file
          ? await sendFile('/api/admin/corpora', file, {
              fields: { title: title.trim(), ...(packId ? { packId } : {}) },
            })
          : await post('/api/admin/corpora', {
              body: { title: title.trim(), packId: packId || null, sourceUrl: from === 'url' ? url.trim() : null },
            });
      onClose();
      toast(words.corpora.created(made.corpus.title));
      navigate(`/admin/corpora/${made.corpus.id}`);
    });
  return (
    <FormDialog title={words.corpora.add} act={words.corpora.add} busy={write.busy} onSubmit={add} onClose={onClose}>
      <TextField
        label={words.corpora.name}
        required
        maxLength={300}
        dir="auto"
        autoComplete="off"
        value={title}
        onValue={setTitle}
        error={write.error?.issueOf('title')}
      />
      <Select
        label={words.corpora.pack}
        hint={words.corpora.packHint}
        value={packId}
        onValue={setPack}
        error={write.error?.issueOf('packId')}
        choices={[
          { value: ANY, label: words.corpora.anyPack },
          ...(packs.data?.packs ?? []).map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      <TextSource
        from={from}
        onFrom={setFrom}
        choices={['url', 'file', 'later']}
        url={url}
        onUrl={setUrl}
        onFile={setFile}
        error={write.error?.issueOf('sourceUrl') ?? write.error?.issueOf('file')}
      />
      <FormNote write={write} />
    </FormDialog>
  );
}
