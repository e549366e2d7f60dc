// SPDX-License-Identifier: Apache-2.0
// One binding: version, thresholds and evaluator of future runs, what the latest run would give under
// them, and the binding's history.
import { useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-browser-location';
import { put, remove, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../design/card.tsx';
import { Button, ButtonLink, Select } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { Foreign } from '../../design/inline.tsx';
import { toast } from '../../design/messages.ts';
import { PageHead } from '../../design/page_head.tsx';
import { NotYet } from '../../design/states.tsx';
import type { ViewProps } from '../../shell/route.ts';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Confirm } from '../confirm.tsx';
import { MOST } from '../newest.tsx';
import { useGuardedWrite, WriteNote } from '../write.tsx';
import { BindingHistory } from './history.tsx';
import { Slider } from './slider.tsx';
import { ThresholdBar } from './threshold_bar.tsx';
import { WhatIf } from './what_if.tsx';

type Binding = Schemas['Binding'];
type Version = Schemas['PackVersion'];

const PATH = '/api/admin/bindings/{packId}';

function Terms({
  binding,
  etag,
  versions,
  reload,
}: {
  binding: Binding;
  etag: string | null;
  versions: readonly Version[];
  reload: () => void;
}) {
  const words = t();
  const path = { packId: binding.packId };
  const write = useGuardedWrite({ path: `/api/admin/bindings/${binding.packId}`, etag });
  const leaving = useGuardedWrite({ path: `/api/admin/bindings/${binding.packId}`, etag });
  const [version, setVersion] = useState(binding.criteriaVersionId);
  const [evaluator, setEvaluator] = useState(binding.evaluator);
  const [thresholds, setThresholds] = useState(binding.thresholds);
  const [unbinding, setUnbinding] = useState(false);
  const { partial, complete } = thresholds;
  const guarded = { path, ...(etag ? { ifMatch: etag } : {}) };
  const save = () =>
    write.run(async () => {
      await put(PATH, { ...guarded, body: { criteriaVersionId: version, thresholds, evaluator } });
      toast(words.bindings.saved);
      reload();
    });
  const unbind = () =>
    leaving.run(async () => {
      await remove(PATH, guarded);
      toast(words.bindings.unbound(binding.packName));
      navigate('/admin/bindings', { replace: true });
    });
  const same =
    version === binding.criteriaVersionId &&
    evaluator === binding.evaluator &&
    partial === binding.thresholds.partial &&
    complete === binding.thresholds.complete;
  const known = versions.some((one) => one.criteriaVersionId === binding.criteriaVersionId);
  return (
    <div class="panels">
      <Card title={words.bindings.terms}>
        <Form class="form" busy={write.busy} onSubmit={save}>
          <Select
            label={words.bindings.version}
            value={version}
            onValue={setVersion}
            error={write.error?.issueOf('criteriaVersionId')}
            choices={[
              ...(known ? [] : [{ value: binding.criteriaVersionId, label: binding.version }]),
              ...versions.map((one) => ({
                value: one.criteriaVersionId,
                label: words.bindings.versionOf(one.version, number(one.requirementCount)),
              })),
            ]}
          />
          {version !== binding.criteriaVersionId && (
            <p class="small">
              <ButtonLink
                look="quiet"
                to={`/packs/${binding.packId}/compare?from=${binding.criteriaVersionId}&to=${version}`}>
                {words.bindings.seeDifferences}
              </ButtonLink>
            </p>
          )}
          {/* Each slider pushes the other along: partial never exceeds complete. */}
          <Slider
            label={words.bindings.completeFrom}
            hint={words.bindings.completeHint}
            value={complete}
            onValue={(value) => setThresholds({ complete: value, partial: Math.min(partial, value) })}
            error={write.error?.issueOf('thresholds.complete')}
          />
          <Slider
            label={words.bindings.partialFrom}
            hint={words.bindings.partialHint}
            value={partial}
            onValue={(value) => setThresholds({ partial: value, complete: Math.max(complete, value) })}
            error={write.error?.issueOf('thresholds.partial')}
          />
          <ThresholdBar {...thresholds} />
          <Select
            label={words.bindings.evaluator}
            hint={words.bindings.evaluatorHint}
            value={evaluator}
            onValue={setEvaluator}
            error={write.error?.issueOf('evaluator')}
            choices={[
              { value: 'builtin', label: words.bindings.evaluators.builtin },
              { value: 'llm', label: words.bindings.evaluators.llm },
            ]}
          />
          <WriteNote write={write} onLoad={reload} />
          <div class="acts">
            <Button type="submit" look="primary" busy={write.busy} disabled={same}>
              {words.bindings.save}
            </Button>
            {!same && (
              <Button
                onClick={() => {
                  setVersion(binding.criteriaVersionId);
                  setEvaluator(binding.evaluator);
                  setThresholds(binding.thresholds);
                }}>
                {words.write.undo}
              </Button>
            )}
            <span class="grow" />
            <Button look="danger" onClick={() => setUnbinding(true)}>
              {words.bindings.unbind}
            </Button>
          </div>
          <p class="small second">{words.bindings.pastStays}</p>
        </Form>
      </Card>
      <WhatIf packId={binding.packId} thresholds={thresholds} />
      {unbinding && (
        <Confirm
          danger
          title={words.bindings.unbindTitle(binding.packName)}
          act={words.bindings.unbind}
          write={leaving}
          onAct={unbind}
          onClose={() => setUnbinding(false)}
          onLoad={() => {
            setUnbinding(false);
            reload();
          }}>
          {words.bindings.unbindWhy}
        </Confirm>
      )}
    </div>
  );
}

export default function BindingPage({ params }: ViewProps) {
  const words = t().bindings;
  const packId = params.packId ?? '';
  const read = useResource(PATH, { path: { packId } });
  const versions = useResource('/api/admin/packs/{packId}/versions', { path: { packId }, query: { limit: MOST } });
  const binding = read.data;
  if (!binding) return <NotYet of={read} />;
  const known = versions.data?.versions ?? [];
  return (
    <>
      <PageHead
        title={binding.packName}
        summary={
          <>
            {words.version} <Foreign>{binding.version}</Foreign> · {words.requirementsOf(binding.requirementCount)}
          </>
        }
        acts={<ButtonLink to={`/packs/${packId}`}>{words.openPack}</ButtonLink>}
      />
      <Terms key={read.etag} binding={binding} etag={read.etag} versions={known} reload={read.reload} />
      <BindingHistory
        key={binding.updatedAt}
        packId={packId}
        versions={new Map(known.map((one) => [one.criteriaVersionId, one.version]))}
      />
    </>
  );
}
