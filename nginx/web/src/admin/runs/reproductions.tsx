// SPDX-License-Identifier: Apache-2.0
// Reproduces a run from its snapshot: starts the reproduction, follows it, and shows the differences.
import { useState } from 'preact/hooks';
import { post, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { State } from '../../design/glyph.tsx';
import { FailureText } from '../../design/failure.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { Progress } from '../../design/measures.tsx';
import { toast } from '../../design/messages.ts';
import { PersonName } from '../../design/person.tsx';
import { ErrorNote } from '../../design/states.tsx';
import { t } from '../words.ts';

type Reproduction = Schemas['Reproduction'];

const POLL = 700; // ms, while a reproduction is under way
const underWay = ({ status }: Reproduction) => status === 'QUEUED' || status === 'IN_PROGRESS';

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function Differences({ reproduction, onClose }: { reproduction: Reproduction; onClose: () => void }) {
  const words = t().adminRuns;
  return (
    <Dialog wide title={words.differences(reproduction.differences.length)} onClose={onClose}>
      <div
        class="changes-box"
        tabIndex={0}
        role="group"
        aria-label={words.differences(reproduction.differences.length)}>
        <table class="changes">
          <thead>
            <tr>
              <th scope="col">{words.requirement}</th>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.frozen}</th>
              <th scope="col">{words.reproduced}</th>
            </tr>
          </thead>
          <tbody>
            {reproduction.differences.map((one) => (
              <tr>
                <th scope="row">
                  <Foreign>{one.requirementId}</Foreign>
                </th>
                <td class="mono">{one.field}</td>
                <td>
                  <Foreign>{text(one.frozen)}</Foreign>
                </td>
                <td>
                  <Foreign>{text(one.reproduced)}</Foreign>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

function Outcome({ one, onShow }: { one: Reproduction; onShow: () => void }) {
  const words = t().adminRuns;
  if (underWay(one)) return <Progress label={words.reproductionState[one.status]} value={null} />;
  if (one.status === 'FAILED') {
    return (
      <>
        <State shape="triangle" tone="missing">
          {words.reproductionState.FAILED}
        </State>
        {one.failureReason && (
          <p class="small second">
            <FailureText of={one} />
          </p>
        )}
      </>
    );
  }
  if (one.identical)
    return (
      <State shape="tick" tone="complete">
        {words.identical}
      </State>
    );
  return (
    <div class="acts">
      <State shape="half" tone="partial">
        {words.differences(one.differences.length)}
      </State>
      <Button small onClick={onShow}>
        {words.show}
      </Button>
    </div>
  );
}

export function useReproductions(runId: string, possible: boolean, onDone: () => void) {
  const words = t().adminRuns;
  const { busy, error, run } = useWrite();
  const [shown, setShown] = useState<Reproduction>();
  const list = useResource('/api/admin/runs/{runId}/reproductions', { path: { runId } }, ({ reproductions }) =>
    reproductions.some(underWay) ? POLL : null,
  );
  const all = list.data?.reproductions ?? [];

  const start = () =>
    run(async () => {
      await post('/api/admin/runs/{runId}/reproduce', { path: { runId } });
      toast(words.reproduceStarted);
      list.reload();
      onDone();
    });

  const button = (
    <Button
      onClick={start}
      busy={busy || all.some(underWay)}
      disabled={!possible}
      title={possible ? words.reproductionsWhy : words.reproduceNot}>
      {words.reproduce}
    </Button>
  );
  const card = (
    <Card title={words.reproductions} flush>
      {error && (
        <div class="card-body">
          <ErrorNote error={error} />
        </div>
      )}
      {list.error && (
        <div class="card-body">
          <ErrorNote error={list.error} onRetry={list.reload} />
        </div>
      )}
      {list.data && all.length === 0 && (
        <p class="card-body small second">
          {words.noReproductions} {possible ? words.reproductionsWhy : words.reproduceNot}
        </p>
      )}
      <ul class="lines" aria-live="polite">
        {all.map((one) => (
          <li key={one.id}>
            <div class="grow">
              <Outcome one={one} onShow={() => setShown(one)} />
            </div>
            <span class="small second">
              <PersonName of={one.requestedBy} />
            </span>
            <span class="small second">
              <Time at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {shown && <Differences reproduction={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
  return { button, card };
}
