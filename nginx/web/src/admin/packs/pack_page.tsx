// SPDX-License-Identifier: Apache-2.0
// One pack: the requirements of a version as a tree, its versions, and its mappings to others.
import { navigate } from 'wouter-preact/use-browser-location';
import { Download } from 'lucide-preact';
import { address } from '../../api/client.ts';
import { download } from '../../api/files.ts';
import { useResource } from '../../api/resource.ts';
import { useWrite } from '../../api/write.ts';
import { Button, ButtonLink, Select } from '../../design/controls.tsx';
import { SearchField } from '../../design/filters.tsx';
import { FormNote } from '../../design/form.tsx';
import { Foreign } from '../../design/inline.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote, NotFound, NotYet, Skeleton } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { oneOf, useQuery } from '../../shell/query.ts';
import type { ViewProps } from '../../shell/route.ts';
import { number } from '../../strings/format.ts';
import { t } from '../words.ts';
import { MOST } from '../newest.tsx';
import { Mappings } from './mappings.tsx';
import { RequirementTree } from './requirement_tree.tsx';
import { Versions } from './versions.tsx';

const TABS = ['requirements', 'versions', 'mappings'] as const;

function Requirements({
  packId,
  versionId,
  versions,
  onVersion,
}: {
  packId: string;
  versionId: string;
  versions: readonly { value: string; label: string }[];
  onVersion: (id: string) => void;
}) {
  const words = t().packs;
  const query = useQuery();
  const read = useResource('/api/admin/packs/{packId}/versions/{versionId}', { path: { packId, versionId } });
  const write = useWrite();
  const name = versions.find(({ value }) => value === versionId)?.label ?? 'pack';
  const save = () =>
    write.run(() =>
      download(
        address('/api/admin/packs/{packId}/versions/{versionId}/export', { path: { packId, versionId } }),
        `${name}.json`,
      ),
    );
  return (
    <>
      <div class="filters form-row">
        {versions.length > 0 && (
          <Select label={words.version} value={versionId} onValue={onVersion} choices={versions} />
        )}
        <SearchField label={words.searchRequirements} value={query.get('q')} onFind={(q) => query.set({ q })} />
        <Button icon={<Download size={16} aria-hidden="true" />} busy={write.busy} onClick={save}>
          {words.export}
        </Button>
      </div>
      <FormNote write={write} />
      {read.error ? (
        <ErrorNote error={read.error} onRetry={read.reload} />
      ) : read.data ? (
        <RequirementTree content={read.data} wanted={query.get('q')} onClear={() => query.set({ q: null })} />
      ) : (
        read.slow && <Skeleton lines={8} />
      )}
    </>
  );
}

export default function PackPage({ params }: ViewProps) {
  const words = t().packs;
  const query = useQuery();
  const packId = params.packId ?? '';
  const packs = useResource('/api/admin/packs', {});
  const versions = useResource('/api/admin/packs/{packId}/versions', { path: { packId }, query: { limit: MOST } });
  const tab = oneOf(query.get('show'), TABS, 'requirements');
  if (!packs.data || !versions.data) return <NotYet of={packs.data ? versions : packs} />;
  const pack = packs.data.packs.find((one) => one.id === packId);
  if (!pack) return <NotFound />;
  const known = versions.data.versions;
  const shown =
    known.find((one) => one.criteriaVersionId === query.get('version')) ??
    known.find((one) => one.criteriaVersionId === pack.boundVersionId) ??
    known[0];
  return (
    <>
      <PageHead
        title={pack.name}
        summary={
          <>
            {pack.description && (
              <span class="block">
                <Foreign>{pack.description}</Foreign>
              </span>
            )}
            <span class="block small">
              {pack.shared ? words.shared : words.ownPack}
              {pack.copyright && (
                <>
                  {' '}
                  · <Foreign>{pack.copyright}</Foreign>
                </>
              )}
            </span>
          </>
        }
        acts={
          pack.boundVersionId === null ? (
            <ButtonLink to="/bindings">{words.toBindings}</ButtonLink>
          ) : (
            <ButtonLink to={`/bindings/${packId}`}>{words.openBinding}</ButtonLink>
          )
        }
      />
      <Tabs
        label={words.parts}
        current={tab}
        onChange={(key) => query.set({ show: key === 'requirements' ? null : key, q: null })}
        tabs={[
          {
            key: 'requirements',
            label: words.requirements,
            ...(shown ? { count: number(shown.requirementCount) } : {}),
          },
          { key: 'versions', label: words.versions, count: number(known.length) },
          { key: 'mappings', label: words.mappings },
        ]}>
        {tab === 'requirements' &&
          (shown ? (
            <Requirements
              packId={packId}
              versionId={shown.criteriaVersionId}
              onVersion={(id) => query.set({ version: id })}
              versions={known.map((one) => ({
                value: one.criteriaVersionId,
                label: one.criteriaVersionId === pack.boundVersionId ? words.versionInForce(one.version) : one.version,
              }))}
            />
          ) : (
            <Empty title={words.noVersion} />
          ))}
        {tab === 'versions' && (
          <Versions
            versions={known}
            boundId={pack.boundVersionId}
            onCompare={(from, to) => navigate(`/admin/packs/${packId}/compare?from=${from}&to=${to}`)}
            packId={packId}
            more={versions.data.nextCursor}
          />
        )}
        {tab === 'mappings' && <Mappings packId={packId} />}
      </Tabs>
    </>
  );
}
