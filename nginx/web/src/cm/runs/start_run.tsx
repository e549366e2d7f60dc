// SPDX-License-Identifier: Apache-2.0
// Starts a run: chooses the pack and all or some of its requirements, and estimates its duration.
import { useState } from 'preact/hooks';
import { useRouter } from 'wouter-preact';
import { navigate } from 'wouter-preact/use-browser-location';
import { post } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Select } from '../../design/controls.tsx';
import { FormError } from '../../design/form.tsx';
import { FormDialog } from '../../design/form_dialog.tsx';
import { ErrorNote, messageOf, Note, Skeleton } from '../../design/states.tsx';
import { duration, fraction, number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { ScopePicker } from './scope_picker.tsx';

const MOST = 1000; // requirements that a run may name

function Estimate({ packId, count }: { packId: string; count: number | null }) {
  const words = t().runs;
  const { data, error, slow, reload } = useResource('/api/runs/estimate', { query: { packId } });
  if (error) return <ErrorNote error={error} onRetry={reload} />;
  if (!data) return slow ? <Skeleton lines={2} /> : null;
  const judged = count ?? data.requirements;
  return (
    <>
      {data.documents === 0 && (
        <Note tone="partial" title={words.noEvidence}>
          {words.noEvidenceWhy}
        </Note>
      )}
      <dl class="facts estimate" aria-live="polite">
        <div>
          <dt>{words.willJudge}</dt>
          <dd>{words.requirements(judged)}</dd>
        </div>
        <div>
          <dt>{words.against}</dt>
          <dd>
            {words.documents(data.documents)}, {words.chunks(data.chunks)}
          </dd>
        </div>
        <div>
          <dt>{words.expected}</dt>
          <dd>
            {data.secondsPerRequirement === null ? (
              words.noEstimate
            ) : (
              <>
                {words.about} {duration(Math.max(1000, data.secondsPerRequirement * judged * 1000))}{' '}
                <span class="second">{words.basedOn(data.basedOnRuns)}</span>
              </>
            )}
          </dd>
        </div>
        {data.runsUnderWay > 0 && (
          <div>
            <dt>{words.before}</dt>
            <dd>{words.underWay(data.runsUnderWay)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

export function StartRunDialog({ packId: wanted, onClose }: { packId: string | null; onClose: () => void }) {
  const words = t().runs;
  const { base } = useRouter();
  const packs = useResource('/api/packs', {});
  const [choice, setChoice] = useState(wanted);
  const pack = packs.data?.packs.find(({ id }) => id === choice) ?? packs.data?.packs[0];
  const [some, setSome] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const requirements = useResource(some && pack ? '/api/requirements' : null, { query: { packId: pack?.id ?? null } });
  const { busy, error, run } = useWrite();
  const count = some ? chosen.size : null;
  const tooMany = some && chosen.size > MOST;

  const possible = pack && !(some && chosen.size === 0) && !tooMany;

  const start = () => {
    if (!possible) return;
    run(async () => {
      const body = { packId: pack.id, ...(some ? { requirementIds: [...chosen] } : {}) };
      const { run: started } = await post('/api/runs', { body });
      navigate(`${base}/runs/${started.id}`);
    });
  };

  return (
    <FormDialog
      title={words.startTitle}
      act={words.start}
      busy={busy}
      disabled={!possible}
      onSubmit={start}
      onClose={onClose}>
      {packs.error && <ErrorNote error={packs.error} onRetry={packs.reload} />}
      {packs.data?.packs.length === 0 && (
        <Note tone="partial" title={words.noPack}>
          {words.noPackWhy}
        </Note>
      )}
      {!packs.data && packs.slow && <Skeleton lines={4} />}
      {pack && packs.data && (
        <>
          <Select
            label={words.pack}
            value={pack.id}
            onValue={(id) => {
              setChoice(id);
              setChosen(new Set());
            }}
            choices={packs.data.packs.map(({ id, name, version }) => ({ value: id, label: `${name} (${version})` }))}
            hint={words.judgedBy(
              words.requirements(pack.requirementCount),
              fraction(pack.thresholds.complete),
              fraction(pack.thresholds.partial),
            )}
          />
          <fieldset class="radios">
            <legend>{words.scope}</legend>
            <label class="radio">
              <input type="radio" name="scope" checked={!some} onChange={() => setSome(false)} />
              {words.allOf(number(pack.requirementCount))}
            </label>
            <label class="radio">
              <input type="radio" name="scope" checked={some} onChange={() => setSome(true)} />
              {words.someOf}
            </label>
          </fieldset>
          {some && requirements.error && <ErrorNote error={requirements.error} onRetry={requirements.reload} />}
          {some && requirements.data && (
            <ScopePicker requirements={requirements.data.requirements} chosen={chosen} onChosen={setChosen} />
          )}
          {tooMany && (
            <p class="field-error" role="alert">
              {words.tooMany(number(MOST))}
            </p>
          )}
          <Estimate packId={pack.id} count={count} />
        </>
      )}
      <FormError>{error ? messageOf(error) : ''}</FormError>
    </FormDialog>
  );
}
