// SPDX-License-Identifier: Apache-2.0
// What the judge found, in lists: the sub-checks, what weakens the evidence, near misses, the reasoning and the
// regulation.
import { Link } from 'wouter-preact';
import { Glyph } from '../../design/glyph.tsx';
import { Foreign } from '../../design/inline.tsx';
import { fraction, number } from '../../strings/format.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';
import { documentPath } from '../evidence/document_place.ts';
import type { Findings } from './findings.ts';

export function SubChecks({ findings, onCite }: { findings: Findings; onCite: (index: number) => void }) {
  const words = t().results;
  if (findings.subChecks.length === 0) return null;
  return (
    <ul class="sub-checks" aria-label={words.subChecks}>
      {findings.subChecks.map((check) => (
        <li>
          <Glyph shape={check.met ? 'tick' : 'dashed'} tone={check.met ? 'complete' : 'missing'} />
          <div>
            <span class="visually-hidden">{check.met ? words.shownCheck : words.notShownCheck}: </span>
            <span class={check.met ? undefined : 'strong'}>
              <Foreign>{check.text}</Foreign>
            </span>
            {!check.met && check.missingTerms.length > 0 && (
              <span class="second">
                {' '}
                · {words.nothingMentions} <Foreign>{check.missingTerms.slice(0, 5).join(', ')}</Foreign>
              </span>
            )}
            {check.citations.length > 0 && (
              <span>
                {check.citations.map((index) => (
                  <button
                    type="button"
                    class="cite-mark"
                    aria-label={words.showCitation(index + 1)}
                    onClick={() => onCite(index)}>
                    {number(index + 1)}
                  </button>
                ))}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function Weakened({ findings }: { findings: Findings }) {
  const words = t().results;
  if (findings.weakened.length === 0) return null;
  return (
    <section>
      <h3>{words.weakens}</h3>
      <ul class="finding-list">
        {findings.weakened.map((one) => (
          <li>
            <span class="strong">{words.rules[one.rule] ?? one.rule}</span>
            {one.why && (
              <>
                {' '}
                · <Foreign>{one.why}</Foreign>
              </>
            )}
            <p class="second">
              “<Foreign>{one.quote}</Foreign>”
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function NearMisses({ findings }: { findings: Findings }) {
  const words = t().results;
  if (findings.nearMisses.length === 0) return null;
  return (
    <section>
      <h3>{words.nearMisses}</h3>
      <ul class="finding-list">
        {findings.nearMisses.map((one) => (
          <li>
            <div class="finding-head">
              <Link class="clip" href={documentPath(one.documentId, { pageNumber: one.pageNumber, quote: one.text })}>
                <Foreign>{one.fileName}</Foreign>
              </Link>
              <span class="second">{placeAt(one.fileName, one.pageNumber)}</span>
              <span class="grow" />
              <span class="second">
                <span class="visually-hidden">{words.score} </span>
                {fraction(one.score)}
              </span>
            </div>
            <p class="second">
              “<Foreign>{one.text}</Foreign>”
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RegulationNote({ findings }: { findings: Findings }) {
  const words = t().results;
  if (findings.regulation.length === 0) return null;
  return (
    <details>
      <summary>{words.regulation(findings.regulation.length)}</summary>
      <ul class="finding-list">
        {findings.regulation.map((one) => (
          <li key={one.passageId}>
            <div class="finding-head">
              <Foreign>{one.headingPath}</Foreign>
              <span class="second">{t().units.page.at(one.pageNumber)}</span>
            </div>
            <p class="second">
              <Foreign>{one.text}</Foreign>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Reasoning({ text, findings }: { text: string; findings: Findings }) {
  const words = t().results;
  const { searched, skipped, skippedCount, model, calibration } = findings;
  const lines = text.split('\n').filter(Boolean);
  return (
    <section>
      <h3>{words.reasoning}</h3>
      <div class="reasoning">
        {lines.map((line) => (
          <p>
            <Foreign>{line}</Foreign>
          </p>
        ))}
      </div>
      {searched && (
        <p class="small second">
          {words.searched(number(searched.documents), number(searched.chunks))}
          {model && (
            <>
              {' '}
              · {words.judgedBy} <Foreign>{model}</Foreign>
            </>
          )}
        </p>
      )}
      {calibration && (
        <p class="small second">{words.calibrated(number(calibration.version), fraction(calibration.without))}</p>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{words.skipped(skippedCount)}</summary>
          <ul class="finding-list">
            {skipped.map((one) => (
              <li>
                <Foreign>{one.name}</Foreign>{' '}
                <span class="second">
                  · <Foreign>{words.skippedWhy[one.why] ?? one.why}</Foreign>
                </span>
              </li>
            ))}
          </ul>
          {skippedCount > skipped.length && (
            <p class="small second">{words.skippedMore(number(skippedCount - skipped.length))}</p>
          )}
        </details>
      )}
    </section>
  );
}
