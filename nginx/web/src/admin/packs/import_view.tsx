// SPDX-License-Identifier: Apache-2.0
// Imports packs and mappings from a file: first a dry run with a report, then the import itself.
import { useEffect, useRef, useState } from 'preact/hooks';
import { FileUp } from 'lucide-preact';
import { ApiError } from '../../api/client.ts';
import { sendFile } from '../../api/files.ts';
import { Card } from '../../design/card.tsx';
import { Button, ButtonLink, Switch, TextField } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Foreign } from '../../design/inline.tsx';
import { useLatest } from '../../design/latest.ts';
import { announce, toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { Skeleton } from '../../design/states.tsx';
import { bytes } from '../../strings/format.ts';
import { t } from '../words.ts';
import { handedOver, useDroppedFile } from './dropped_file.ts';
import { ImportErrors, ImportNote, ImportReport, type PackImport } from './import_report.tsx';

type Step =
  | { at: 'choose' }
  | { at: 'checking' }
  | { at: 'refused'; error: ApiError }
  | { at: 'checked'; report: PackImport }
  | { at: 'importing'; report: PackImport }
  | { at: 'done'; report: PackImport };

const ACCEPTED = '.json,.yaml,.yml,.csv,.xlsx';

export default function ImportView() {
  const words = t().packs;
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const [bind, setBind] = useState(false);
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const chooser = useRef<HTMLInputElement>(null);
  const turn = useRef(0);

  const query = { name: name.trim(), version: version.trim() };
  const check = async (of: File, names = query) => {
    const mine = (turn.current += 1);
    setStep({ at: 'checking' });
    try {
      const report = await sendFile('/api/admin/packs/import', of, { query: { ...names, dryRun: true } });
      if (mine !== turn.current) return;
      setStep({ at: 'checked', report });
      announce(words.checked);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === turn.current) setStep({ at: 'refused', error });
    }
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setName('');
    setVersion('');
    void check(chosen, { name: '', version: '' });
  };
  const forGood = async (report: PackImport) => {
    if (!file) return;
    setStep({ at: 'importing', report });
    try {
      const done = await sendFile('/api/admin/packs/import', file, {
        query: { ...query, ...(bind ? { bind: true } : {}) },
      });
      // Only the dry run reports differences.
      setStep({ at: 'done', report: report.differences ? { ...done, differences: report.differences } : done });
      toast(words.imported);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setStep({ at: 'refused', error });
    }
  };
  const begin = useLatest(() => {
    const brought = handedOver();
    if (brought) choose(brought);
  });
  useEffect(() => begin(), [begin]);
  const over = useDroppedFile(choose);
  const afresh = () => {
    setFile(null);
    setStep({ at: 'choose' });
  };

  const { at } = step;
  const settled = at === 'checked' || at === 'importing';
  return (
    <>
      <PageHead
        title={words.import}
        summary={words.importAbout}
        acts={at === 'done' && <Button onClick={afresh}>{words.importAnother}</Button>}
      />
      {at !== 'done' && (
        <div class={`drop${over ? ' over' : ''}${file ? ' chosen' : ''}`}>
          <FileUp size={file ? 20 : 24} aria-hidden="true" />
          <p class="strong grow">
            {file ? (
              <>
                <Foreign>{file.name}</Foreign> <span class="second">{bytes(file.size)}</span>
              </>
            ) : (
              words.dropOrChoose
            )}
          </p>
          {!file && <p class="small second">{words.formats}</p>}
          <Button
            look={file ? 'plain' : 'primary'}
            onClick={() => chooser.current?.click()}
            disabled={at === 'importing'}>
            {file ? words.chooseOther : words.choose}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={ACCEPTED}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              event.currentTarget.value = ''; // choosing the same file again counts as a change: it may have been corrected
              if (chosen) choose(chosen);
            }}
          />
        </div>
      )}
      {at === 'checking' && (
        <>
          <p class="second" role="status">
            {words.checking}
          </p>
          <Skeleton lines={4} />
        </>
      )}
      {at === 'refused' && <ImportErrors error={step.error} {...(file ? { onRetry: () => void check(file) } : {})} />}
      {(settled || at === 'done') && <ImportNote answer={step.report} done={at === 'done'} />}
      {settled &&
        file && ( // above a list that may be long: it is the page's main action
          <Card title={words.forGood}>
            <Form class="form" busy={at === 'importing'} onSubmit={() => void forGood(step.report)}>
              {step.report.pack && (
                <div class="panels">
                  <TextField
                    label={words.nameField}
                    hint={words.nameHint}
                    placeholder={step.report.pack.name}
                    maxLength={200}
                    dir="auto"
                    value={name}
                    onValue={setName}
                  />
                  <TextField
                    label={words.versionField}
                    hint={words.versionHint}
                    placeholder={step.report.pack.versions[0]?.version ?? ''}
                    maxLength={100}
                    dir="auto"
                    value={version}
                    onValue={setVersion}
                  />
                </div>
              )}
              {(step.report.pack || step.report.packs) && (
                <Switch label={words.alsoBind} hint={words.alsoBindHint} on={bind} onChange={setBind} />
              )}
              <div class="acts">
                <Button type="submit" look="primary" busy={at === 'importing'}>
                  {words.importNow}
                </Button>
                {(name || version) && (
                  <Button onClick={() => void check(file)} disabled={at === 'importing'}>
                    {words.checkAgain}
                  </Button>
                )}
                <ButtonLink to="/packs">{t().shell.cancel}</ButtonLink>
              </div>
            </Form>
          </Card>
        )}
      {(settled || at === 'done') && <ImportReport answer={step.report} done={at === 'done'} />}
    </>
  );
}
