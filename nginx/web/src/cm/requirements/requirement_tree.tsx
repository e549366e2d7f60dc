// SPDX-License-Identifier: Apache-2.0
// Requirements: the pack as a tree, with the current result of each; filters and search are in the address.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { Button, ButtonLink } from '../../design/controls.tsx';
import { Chips, SearchField } from '../../design/filters.tsx';
import { Foreign } from '../../design/inline.tsx';
import { NoMatch } from '../../design/list_table.tsx';
import { PageHead } from '../../design/page_head.tsx';
import { Empty, ErrorNote } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useShortcuts } from '../../shell/keys.ts';
import { oneOf, useQuery } from '../../shell/query.ts';
import { number } from '../../strings/format.ts';
import { t } from '../../strings/words.ts';
import { NoPack, PackSelect, usePackChoice } from '../packs/pack_choice.tsx';
import { treeColumns } from './requirement_cells.tsx';
import { RequirementSheet } from './requirement_sheet.tsx';
import { countOf, FILTERS, type Filter, type Row, rowsOf } from './rows.ts';

const PHONE = matchMedia('(max-width: 640px)');

// All rows have one height, larger on a phone, where the label is above the statement.
function useRowHeight(): number {
  const [phone, setPhone] = useState(PHONE.matches);
  useEffect(() => {
    const onChange = () => setPhone(PHONE.matches);
    PHONE.addEventListener('change', onChange);
    return () => PHONE.removeEventListener('change', onChange);
  }, []);
  return phone ? 80 : 52;
}

// Up and down move between rows, right opens a criterion, left closes it.
function onTreeKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-tree]') : null;
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const expanded = here.getAttribute('aria-expanded');
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree]')];
    const next = all[all.indexOf(here) + (event.key === 'ArrowDown' ? 1 : -1)];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  } else if (
    (event.key === 'ArrowRight' && expanded === 'false') ||
    (event.key === 'ArrowLeft' && expanded === 'true')
  ) {
    here.click();
  } else {
    return;
  }
  event.preventDefault();
}

export default function RequirementTree() {
  const words = t().requirements;
  const query = useQuery();
  const choice = usePackChoice();
  const pack = choice.chosen;
  const coverage = useResource(choice.known ? '/api/coverage' : null, {
    query: { packId: choice.asked, detail: true },
  });
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const filter: Filter = oneOf(query.get('status'), FILTERS, 'all');
  const search = query.get('q');
  const criterion = query.get('criterion');
  const { data } = coverage;
  const rowHeight = useRowHeight();

  const rows = useMemo(
    () => (data ? rowsOf(data, filter, search, criterion, closed) : []),
    [data, filter, search, criterion, closed],
  );
  const counted = useMemo(() => new Map(FILTERS.map((one) => [one, data ? countOf(data, one) : 0])), [data]);
  const toggle = (id: number) =>
    setClosed((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const allOpen = closed.size === 0;
  const fold = () => setClosed(new Set(allOpen && data ? data.criteria.map(({ criterionId }) => criterionId) : []));
  useShortcuts([{ keys: 'f', does: allOpen ? words.foldAll : words.openAll, group: 'here', run: fold }]);

  const shown = rows.reduce((all, row) => (row.kind === 'criterion' ? all + row.shown : all), 0);
  const opened = data?.items?.find(({ requirementId }) => requirementId === query.get('requirement'));
  const only = data?.criteria.find(({ criterionId }) => String(criterionId) === criterion);
  const clear = () => query.set({ status: null, q: null, criterion: null });
  return (
    <>
      <PageHead
        title={words.title}
        acts={
          <>
            <PackSelect choice={choice} />
            {data && (
              <Button onClick={fold} keys="f">
                {allOpen ? words.foldAll : words.openAll}
              </Button>
            )}
          </>
        }
        summary={
          pack ? (
            <>
              <Foreign>{pack.name}</Foreign> <bdi>{pack.version}</bdi>
              {data && <> · {words.summary(shown, data.requirements)}</>}
            </>
          ) : (
            '\u00a0'
          )
        }
      />
      {choice.known && choice.chosen === undefined && <NoPack choice={choice} />}
      <div class="filters">
        <Chips
          label={words.filterLabel}
          value={filter}
          onValue={(value) => query.set({ status: value === 'all' ? null : value })}
          choices={FILTERS.map((value) => ({
            value,
            label: words.filters[value],
            count: data ? number(counted.get(value) ?? 0) : undefined,
          }))}
        />
        {only && (
          <button
            type="button"
            class="chip"
            aria-pressed="true"
            aria-label={words.notOnly(only.criterionTitle)}
            onClick={() => query.set({ criterion: null })}>
            <Foreign>{only.criterionTitle}</Foreign> ×
          </button>
        )}
        <SearchField label={words.search} value={search} onFind={(q) => query.set({ q })} />
      </div>
      {coverage.error && pack && <ErrorNote error={coverage.error} onRetry={coverage.reload} />}
      {data && rows.length === 0 ? (
        data.requirements === 0 ? (
          <Empty title={words.none}>{words.noneWhy}</Empty>
        ) : (
          <NoMatch words={words} onClear={clear} />
        )
      ) : (
        (data || coverage.slow || choice.slow) && (
          <div class="tree" onKeyDown={onTreeKey}>
            <Table<Row>
              caption={words.caption}
              rows={rows}
              rowKey={(row) => row.key}
              rowHeight={rowHeight}
              loading={!data}
              rowClass={(row) => (row.kind === 'criterion' ? 'tree-head' : undefined)}
              columns={treeColumns(toggle, (item) => query.set({ requirement: item.requirementId }))}
            />
          </div>
        )
      )}
      {data && counted.get('none') === data.requirements && data.requirements > 0 && (
        <p class="acts after-table">
          <span class="second">{words.nothingJudged}</span>
          <ButtonLink to="/runs">{words.goToRuns}</ButtonLink>
        </p>
      )}
      {data && opened && (
        <RequirementSheet item={opened} coverage={data} onClose={() => query.set({ requirement: null })} />
      )}
    </>
  );
}
