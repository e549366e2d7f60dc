// SPDX-License-Identifier: Apache-2.0
// The details of an entry: what changed from what to what, digests of records, and other values by their names.
import type { ComponentChildren } from 'preact';
import { Foreign, Id } from '../../design/inline.tsx';
import { exactTime } from '../../strings/format.ts';
import { t } from '../words.ts';
import type { Entry } from './actor.tsx';
import { type Change, type Detail, detailOf, type Fact, isMoment, isSha256, nameOf, textOf } from './entry_detail.ts';

// A name and its value, in a list of facts.
export function FactLine({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Value({ of, path }: { of: unknown; path: Change['path'] }) {
  if (isSha256(of)) return <Id value={of} whole />;
  if (isMoment(of)) return <time dateTime={of}>{exactTime(of)}</time>;
  return <Foreign>{textOf(path, of, t().auditLog)}</Foreign>;
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const words = t().auditLog;
  return (
    <section class="stack">
      <h3>{words.changes}</h3>
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">{words.changedField}</th>
            <th scope="col">{words.old}</th>
            <th scope="col">{words.next}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, from, to }) => (
            <tr>
              <th scope="row">{nameOf(path, words)}</th>
              <td>
                <del>
                  <Value of={from} path={path} />
                </del>
              </td>
              <td>
                <ins>
                  <Value of={to} path={path} />
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Digests({ digests }: { digests: Detail['digests'] }) {
  const words = t().auditLog;
  return (
    <section class="stack">
      <h3>{words.fields.digests}</h3>
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">{words.record}</th>
            <th scope="col">{words.fields.sha256}</th>
          </tr>
        </thead>
        <tbody>
          {digests.map(({ kind, sha256 }) => (
            <tr>
              <th scope="row" title={kind}>
                {words.records[kind] ?? kind}
              </th>
              <td>
                <Id value={sha256} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const words = t().auditLog;
  return (
    <section class="stack">
      <h3>{words.details}</h3>
      <dl class="facts">
        {facts.map(({ path, values }) => (
          <FactLine label={nameOf(path, words)}>
            {values.length === 0 && words.nothing}
            {values.length === 1 && <Value of={values[0]} path={path} />}
            {values.length > 1 && (
              <ul class="plain-list">
                {values.map((value) => (
                  <li>
                    <Value of={value} path={path} />
                  </li>
                ))}
              </ul>
            )}
          </FactLine>
        ))}
      </dl>
    </section>
  );
}

export function EntryChanges({ entry }: { entry: Entry }) {
  const { changes, digests, facts } = detailOf(entry.detail);
  if (changes.length + digests.length + facts.length === 0) return <p class="second">{t().auditLog.noDetails}</p>;
  return (
    <>
      {changes.length > 0 && <Changes changes={changes} />}
      {facts.length > 0 && <Facts facts={facts} />}
      {digests.length > 0 && <Digests digests={digests} />}
    </>
  );
}
