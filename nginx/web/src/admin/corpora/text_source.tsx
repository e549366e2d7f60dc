// SPDX-License-Identifier: Apache-2.0
// Chooses the source of a corpus's text: an address, a file, or none yet.
import { useId } from 'preact/hooks';
import { Select, TextField } from '../../design/controls.tsx';
import { t } from '../words.ts';

export type From = 'url' | 'file' | 'later';

export function TextSource({
  from,
  onFrom,
  choices,
  url,
  onUrl,
  onFile,
  error,
}: {
  from: From;
  onFrom: (from: From) => void;
  choices: readonly From[];
  url?: string;
  onUrl?: (url: string) => void;
  onFile: (file: File | null) => void;
  error?: string | undefined;
}) {
  const words = t().corpora;
  const id = useId();
  return (
    <>
      <Select
        label={words.from}
        value={from}
        onValue={onFrom}
        choices={choices.map((value) => ({ value, label: words.froms[value] }))}
      />
      {from === 'url' && onUrl && (
        <TextField
          label={words.address}
          hint={words.addressHint}
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
          value={url ?? ''}
          onValue={onUrl}
          error={error}
        />
      )}
      {from === 'file' && (
        <div class="field">
          <label for={id}>{words.chooseFile}</label>
          <input
            id={id}
            type="file"
            required
            aria-describedby={`${id}-hint`}
            onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
          />
          <p class="small second" id={`${id}-hint`}>
            {words.fileHint}
          </p>
          {error && <p class="field-error">{error}</p>}
        </div>
      )}
    </>
  );
}
