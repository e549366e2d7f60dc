// SPDX-License-Identifier: Apache-2.0
// Reports what an import does or would do: packs and versions, what it adds, changes and removes in
// existing packs, what it leaves out and why; or what is wrong with the file, and where.
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { ApiError, Schemas } from '../../api/client.ts';
import { Card } from '../../design/card.tsx';
import { Button } from '../../design/controls.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { ErrorNote, Note } from '../../design/states.tsx';
import { t } from '../words.ts';
import { ImportChanges } from './import_changes.tsx';

export type PackImport = Schemas['PackImport'];
type Imported = Schemas['ImportedPack'];

const SHOWN = 60; // entries that are left out

function PackLine({ pack, done }: { pack: Imported; done: boolean }) {
  const words = t().packs;
  return (
    <>
      {pack.versions.map((version) => {
        // In a dry run, anything new has no id yet.
        const kind = done
          ? null
          : pack.id === null
            ? words.newPack
            : version.criteriaVersionId === null
              ? words.newVersion
              : words.thereAlready;
        return (
          <li key={version.version}>
            <span class="grow">
              <span class="strong">
                {done && pack.id ? (
                  <Link href={`/packs/${pack.id}`}>
                    <Foreign>{pack.name}</Foreign>
                  </Link>
                ) : (
                  <Foreign>{pack.name}</Foreign>
                )}
              </span>
              <span class="second">
                {' '}
                · {words.version} <Foreign>{version.version}</Foreign> ·{' '}
                {words.requirementsOf(version.requirementCount)}
              </span>
            </span>
            {kind && <span class={`pill ${kind === words.thereAlready ? '' : 'accent'}`}>{kind}</span>}
          </li>
        );
      })}
    </>
  );
}

function Listed({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Card title={title} flush>
      <ul class="lines">{children}</ul>
    </Card>
  );
}

const packsOf = (answer: PackImport): readonly Imported[] => answer.packs ?? (answer.pack ? [answer.pack] : []);

// Summarizes the actual or expected result in a sentence.
export function ImportNote({ answer, done }: { answer: PackImport; done: boolean }) {
  const words = t().packs;
  const { criteria, requirements, mappings = 0 } = answer.report;
  if (done)
    return (
      <Note tone="complete" title={words.imported}>
        {words.importedWhat(criteria, requirements, mappings)}
      </Note>
    );
  const nothingNew = [
    ...packsOf(answer).flatMap(({ versions }) => versions.map((one) => one.criteriaVersionId)),
    ...(answer.mappingSets ?? []).map(({ id }) => id),
  ].every((id) => id !== null);
  return nothingNew ? (
    <Note tone="accent" title={words.nothingNew}>
      {words.nothingNewWhy}
    </Note>
  ) : (
    <Note tone="accent" title={words.nothingKept}>
      {words.wouldImport(criteria, requirements, mappings)}
    </Note>
  );
}

export function ImportReport({ answer, done }: { answer: PackImport; done: boolean }) {
  const words = t().packs;
  const { report } = answer;
  const packs = packsOf(answer);
  return (
    <div class="stack">
      {packs.length > 0 && (
        <Listed title={words.packsInFile}>
          {packs.map((pack) => (
            <PackLine key={pack.name} pack={pack} done={done} />
          ))}
        </Listed>
      )}
      {answer.mappingSets && (
        <Listed title={words.mappings}>
          {answer.mappingSets.map((set) => (
            <li key={set.name}>
              <span class="grow">
                <span class="strong">
                  <Foreign>{set.name}</Foreign>
                </span>{' '}
                <span class="second block">
                  <Foreign>{`${set.source.sourceKey} → ${set.target.sourceKey}`}</Foreign>
                </span>
              </span>
              <span class="second">{words.links(set.mappingCount)}</span>
            </li>
          ))}
        </Listed>
      )}
      {(answer.differences ?? []).map((one) => (
        <ImportChanges key={one.packId} one={one} done={done} />
      ))}
      {report.warnings.length > 0 && (
        <Listed title={words.warnings(report.warnings.length)}>
          {report.warnings.map((one) => (
            <li key={one}>
              <Glyph shape="half" tone="partial" />
              <span class="grow">
                <Foreign>{one}</Foreign>
              </span>
            </li>
          ))}
        </Listed>
      )}
      {report.skipped.length > 0 && (
        <Listed title={words.leftOut(report.skipped.length)}>
          {report.skipped.slice(0, SHOWN).map((one) => (
            <li key={`${one.path} ${one.reason}`}>
              <code class="place">
                <Foreign>{one.path}</Foreign>
              </code>
              <span class="grow">
                <Foreign>{one.reason}</Foreign>
              </span>
            </li>
          ))}
          {report.skipped.length > SHOWN && <li class="second">{words.more(report.skipped.length - SHOWN)}</li>}
        </Listed>
      )}
    </div>
  );
}

// Explains why a file is rejected: each error with its place in the file.
export function ImportErrors({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  const words = t().packs;
  if (error.fields.length === 0) return <ErrorNote error={error} {...(onRetry ? { onRetry } : {})} />;
  return (
    <div class="stack">
      <div class="note missing" role="alert">
        <Glyph shape="stop" tone="missing" size={16} />
        <div class="note-text">
          <p class="strong">{words.refused(error.fields.length)}</p>
          <p>{words.refusedWhy}</p>
        </div>
        {onRetry && (
          <Button small onClick={onRetry}>
            {words.checkAgain}
          </Button>
        )}
      </div>
      <Listed title={words.errors}>
        {error.fields.map(({ field, issue }) => (
          <li key={`${field} ${issue}`}>
            <code class="place">
              <Foreign>{field === 'file' ? words.wholeFile : field}</Foreign>
            </code>
            <span class="grow">
              <Foreign>{issue}</Foreign>
            </span>
          </li>
        ))}
      </Listed>
    </div>
  );
}
