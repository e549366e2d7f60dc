// SPDX-License-Identifier: Apache-2.0
// The versions of a pack, newest first, and the choice of two to compare.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Form } from '../../design/form.tsx';
import { State } from '../../design/glyph.tsx';
import { Foreign, Id, Time } from '../../design/inline.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { Newest } from '../newest.tsx';

type Version = Schemas['PackVersion'];

const columns = (packId: string, boundId: string | null, nameOf: (id: string) => string): Column<Version>[] => {
  const words = t().packs;
  return [
    {
      key: 'version',
      head: words.version,
      rowHead: true,
      cell: (row) => (
        <div class="clip">
          <span class="clip">
            <Link href={`/packs/${packId}?version=${row.criteriaVersionId}`}>
              <Foreign>{row.version}</Foreign>
            </Link>
          </span>
          <p class="small second clip">
            {row.shared ? words.shared : words.ownPack}
            {row.baseVersionId && (
              <>
                {' '}
                · {words.basedOn} <Foreign>{nameOf(row.baseVersionId)}</Foreign>
              </>
            )}
          </p>
        </div>
      ),
    },
    {
      key: 'state',
      head: words.bound,
      width: '136px',
      hide: 'phone',
      cell: (row) =>
        row.criteriaVersionId === boundId && (
          <State shape="tick" tone="complete">
            {words.inForce}
          </State>
        ),
    },
    {
      key: 'criteria',
      head: words.criteria,
      width: '96px',
      numeric: true,
      hide: 'narrow',
      cell: (row) => number(row.criteriaCount),
    },
    {
      key: 'requirements',
      head: words.requirements,
      width: '128px',
      numeric: true,
      cell: (row) => number(row.requirementCount),
    },
    { key: 'hash', head: words.content, width: '136px', hide: 'narrow', cell: (row) => <Id value={row.contentHash} /> },
    { key: 'since', head: words.since, width: '140px', hide: 'phone', cell: (row) => <Time at={row.createdAt} /> },
  ];
};

export function Versions({
  packId,
  versions,
  boundId,
  onCompare,
  more,
}: {
  packId: string;
  versions: readonly Version[];
  boundId: string | null;
  onCompare: (from: string, to: string) => void;
  more: string | null;
}) {
  const words = t().packs;
  const choices = versions.map((one) => ({ value: one.criteriaVersionId, label: one.version }));
  const nameOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? '';
  const [to, setTo] = useState(choices[0]?.value ?? '');
  const [from, setFrom] = useState(
    versions.find((one) => one.criteriaVersionId === boundId && boundId !== to)?.criteriaVersionId ??
      choices[1]?.value ??
      '',
  );
  return (
    <>
      {versions.length > 1 && (
        <Form class="filters form-row" onSubmit={() => onCompare(from, to)}>
          <Select label={words.compareFrom} value={from} onValue={setFrom} choices={choices} />
          <Select label={words.compareTo} value={to} onValue={setTo} choices={choices} />
          <Button type="submit" disabled={from === to}>
            {words.compare}
          </Button>
        </Form>
      )}
      <Table
        caption={words.versions}
        columns={columns(packId, boundId, nameOf)}
        rows={versions}
        rowKey={(row) => row.criteriaVersionId}
        rowHeight={58}
      />
      <Newest more={more} />
    </>
  );
}
