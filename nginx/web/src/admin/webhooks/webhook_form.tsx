// SPDX-License-Identifier: Apache-2.0
// Adds a webhook or changes one: its address, and what it is told of.
import { useState } from 'preact/hooks';
import { patch, post } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { TextField } from '../../design/controls.tsx';
import { FormNote } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { toast } from '../../design/messages.ts';
import { t } from '../words.ts';
import { useGuardedWrite, WriteNote } from '../write.tsx';
import { SecretDialog } from './secret_dialog.tsx';
import { EVENT_TYPES, type EventType, guard, type Loaded, PATH, pathOf } from './webhook.tsx';

interface Fields {
  url: string;
  description: string;
  types: readonly EventType[];
}

// All types together are no choice: later kinds of events are wanted too.
const bodyOf = ({ url, description, types }: Fields) => ({
  url: url.trim(),
  description: description.trim() || null,
  eventTypes: types.length === EVENT_TYPES.length ? null : [...types],
});

function FieldSet({
  fields,
  onChange,
  issueOf,
}: {
  fields: Fields;
  onChange: (fields: Fields) => void;
  issueOf: (field: string) => string | undefined;
}) {
  const words = t().webhooks;
  const issue = issueOf('eventTypes');
  const turn = (type: EventType, on: boolean) =>
    onChange({ ...fields, types: EVENT_TYPES.filter((one) => (one === type ? on : fields.types.includes(one))) });
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        value={fields.url}
        onValue={(url) => onChange({ ...fields, url })}
        error={issueOf('url')}
      />
      <TextField
        label={words.description}
        maxLength={300}
        dir="auto"
        autoComplete="off"
        value={fields.description}
        onValue={(description) => onChange({ ...fields, description })}
        error={issueOf('description')}
      />
      <fieldset class="radios" data-wrong={issue ? true : undefined}>
        <legend>{words.wants}</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={fields.types.includes(type)}
              onChange={(event) => turn(type, event.currentTarget.checked)}
            />
            <span>{words.types[type]}</span>
          </label>
        ))}
        {issue && <p class="field-error">{issue}</p>}
      </fieldset>
    </>
  );
}

export function NewWebhook({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const words = t().webhooks;
  const write = useWrite();
  const [fields, setFields] = useState<Fields>({ url: '', description: '', types: EVENT_TYPES });
  const [secret, setSecret] = useState<string | null>(null);
  const add = () =>
    write.run(async () => {
      const made = await post('/api/admin/webhooks', { body: bodyOf(fields) });
      onAdded();
      setSecret(made.secret);
    });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog title={words.add} act={words.add} busy={write.busy} onSubmit={add} onClose={onClose}>
      <FieldSet fields={fields} onChange={setFields} issueOf={(field) => write.error?.issueOf(field)} />
      <FormNote write={write} />
    </FormDialog>
  );
}

export function ChangeWebhook({ loaded, onClose }: { loaded: Loaded; onClose: () => void }) {
  const words = t();
  const { webhook, reload } = loaded;
  const write = useGuardedWrite(guard(loaded));
  const [fields, setFields] = useState<Fields>({
    url: webhook.url,
    description: webhook.description,
    types: webhook.eventTypes ?? EVENT_TYPES,
  });
  const save = () =>
    write.run(async () => {
      await patch(PATH, { ...pathOf(loaded), body: bodyOf(fields) });
      onClose();
      toast(words.webhooks.changed);
      reload();
    });
  return (
    <FormDialog
      title={words.webhooks.change}
      act={words.write.save}
      busy={write.busy}
      onSubmit={save}
      onClose={onClose}>
      <FieldSet fields={fields} onChange={setFields} issueOf={(field) => write.error?.issueOf(field)} />
      <WriteNote
        write={write}
        onLoad={() => {
          onClose();
          reload();
        }}
      />
    </FormDialog>
  );
}
