// SPDX-License-Identifier: Apache-2.0
// One span: how it ended, when, and every attribute it carries.
import { useState } from 'preact/hooks';
import { Button } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign, Id } from '../../design/inline.tsx';
import { duration } from '../../strings/format.ts';
import { t } from '../words.ts';
import type { SpanNode } from './span_tree.ts';
import { faultOf, spanStatus } from './span_words.ts';

const FEW = 3;
const IDENTIFIER = /^[0-9a-f-]{32,64}$/;

function One({ value }: { value: unknown }) {
  if (typeof value === 'string') return IDENTIFIER.test(value) ? <Id value={value} /> : <Foreign>{value}</Foreign>;
  return <span class="mono">{JSON.stringify(value)}</span>;
}

// Shows the first few items of a list until the person asks for all.
function Value({ value }: { value: unknown }) {
  const [all, setAll] = useState(false);
  if (!Array.isArray(value)) return <One value={value} />;
  const shown: unknown[] = all ? value : value.slice(0, FEW);
  return (
    <ul class="values">
      {shown.map((one) => (
        <li>
          <One value={one} />
        </li>
      ))}
      {shown.length < value.length && (
        <li>
          <Button look="quiet" small onClick={() => setAll(true)}>
            {t().adminRuns.span.more(value.length - shown.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}

// Lets a long name break between its parts.
const Name = ({ children }: { children: string }) => (
  <>
    {children.split(/(?<=[._])/).map((part) => (
      <>
        {part}
        <wbr />
      </>
    ))}
  </>
);

export function SpanFacts({ node }: { node: SpanNode }) {
  const words = t().adminRuns.span;
  const { span } = node;
  const attributes: [string, unknown][] = Object.entries(span.attributes);
  const fault = faultOf(span);
  const failed = fault === 'failed' || fault === 'timedOut';
  const [shape, tone] = failed
    ? (['triangle', 'missing'] as const)
    : fault === 'cancelled'
      ? (['stop', 'quiet'] as const)
      : node.running
        ? (['half', 'accent'] as const)
        : (['tick', 'complete'] as const);
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{words.status}</dt>
          <dd>
            <span class={`status${failed ? ' missing strong' : ''}`}>
              <Glyph shape={shape} tone={tone} />
              {spanStatus(node)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{words.begins}</dt>
          <dd>{words.after(duration(node.begins))}</dd>
        </div>
        <div>
          <dt>{words.takes}</dt>
          <dd>{node.running ? words.running : duration(node.ends - node.begins)}</dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd>
            <span class="mono">{span.name}</span> <Id value={span.spanId} whole />
          </dd>
        </div>
        {span.parentSpanId && (
          <div>
            <dt>{words.parent}</dt>
            <dd>
              <Id value={span.parentSpanId} whole />
            </dd>
          </div>
        )}
      </dl>
      <h3>{words.attributes}</h3>
      {attributes.length === 0 ? (
        <p class="second">{words.none}</p>
      ) : (
        <dl class="facts attributes">
          {attributes.map(([name, value]) => (
            <div key={name}>
              <dt class="mono">
                <Name>{name}</Name>
              </dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
