// SPDX-License-Identifier: Apache-2.0
// The tables of the operations view: queue, workers and failures, each with a note on what is normal.
import type { ComponentChildren } from 'preact';
import { Card } from '../../design/card.tsx';
import { State as Shown } from '../../design/glyph.tsx';
import { Foreign, Time } from '../../design/inline.tsx';
import { duration, number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { ageMs, type State, waitsLong } from './health.ts';

interface Head {
  word: string;
  as: string; // the CSS classes it shares with its cells
}
const amount = (word: string): Head => ({ word, as: 'number' });
const aside = (word: string, as = 'hide-phone'): Head => ({ word, as });

// A small table in a card. Its rows are few, so it is not virtual.
function Plain({
  caption,
  heads,
  children,
}: {
  caption: string;
  heads: readonly (string | Head)[];
  children: ComponentChildren;
}) {
  return (
    <table class="plain-table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) =>
            typeof head === 'string' ? (
              <th scope="col">{head}</th>
            ) : (
              <th scope="col" class={head.as}>
                {head.word}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const Normal = ({ children }: { children: string }) => <p class="card-foot small second">{children}</p>;

export function Queue({ queue, now }: { queue: State['queue']; now: number }) {
  const words = t().operations;
  const age = (at: string | null) => (at === null ? '–' : duration(ageMs(at, now)));
  return (
    <Card title={words.queue} flush>
      <Plain
        caption={words.queueCaption}
        heads={[
          words.work,
          amount(words.waiting),
          amount(words.oldest),
          amount(words.running),
          aside(words.longest, 'number hide-phone'),
        ]}>
        {queue.map((row) => (
          <tr key={row.kind}>
            <th scope="row">{words.kind[row.kind]}</th>
            <td class="number">{number(row.waiting)}</td>
            <td class={waitsLong(row.oldestWaitingAt, now) ? 'number missing strong' : 'number'}>
              {age(row.oldestWaitingAt)}
            </td>
            <td class="number">{number(row.running)}</td>
            <td class="number hide-phone">{age(row.oldestRunningAt)}</td>
          </tr>
        ))}
      </Plain>
      <Normal>{words.queueNormal}</Normal>
    </Card>
  );
}

export function Workers({ workers }: { workers: State['workers'] }) {
  const words = t().operations;
  return (
    <Card title={words.workers} flush>
      {workers.length === 0 ? (
        <p class="card-body second">{words.noWorkers}</p>
      ) : (
        <Plain
          caption={words.workersCaption}
          heads={[words.host, words.state, amount(words.running), words.seen, aside(words.since)]}>
          {workers.map((row) => (
            <tr key={`${row.host} ${row.startedAt}`}>
              <th scope="row">
                <Foreign>{row.host}</Foreign>
              </th>
              <td>
                {row.alive ? (
                  <Shown shape="tick" tone="complete">
                    {words.alive}
                  </Shown>
                ) : (
                  <Shown shape="triangle" tone="missing">
                    {words.away}
                  </Shown>
                )}
              </td>
              <td class="number">{number(row.running)}</td>
              <td>
                <Time at={row.seenAt} />
              </td>
              <td class="hide-phone">
                <Time at={row.startedAt} />
              </td>
            </tr>
          ))}
        </Plain>
      )}
      <Normal>{words.workersNormal}</Normal>
    </Card>
  );
}

export function Failures({ failures }: { failures: State['failures'] }) {
  const words = t().operations;
  return (
    <Card title={words.failures} meta={words.failuresMeta(failures.hours)} flush>
      {failures.items.length === 0 ? (
        <p class="card-body">
          <Shown shape="tick" tone="complete">
            {words.noFailures}
          </Shown>
        </p>
      ) : (
        <Plain
          caption={words.failuresCaption}
          heads={[words.work, words.reason, amount(words.times), aside(words.last)]}>
          {failures.items.map((row) => (
            <tr key={`${row.of} ${row.code}`}>
              <th scope="row">{words.of[row.of]}</th>
              <td class={row.code ? 'mono' : 'second'}>{row.code ?? words.noReason}</td>
              <td class="number">{number(row.count)}</td>
              <td class="hide-phone">
                <Time at={row.lastAt} />
              </td>
            </tr>
          ))}
        </Plain>
      )}
      <Normal>{words.failuresNormal}</Normal>
    </Card>
  );
}
