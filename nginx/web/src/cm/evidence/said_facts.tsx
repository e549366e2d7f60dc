// SPDX-License-Identifier: Apache-2.0
// What a document says of itself: title, version, approval, dates. Pressing a value that stands in the text
// shows its place.
import type { Schemas } from '../../api/client.ts';
import { Foreign } from '../../design/inline.tsx';
import { day } from '../../strings/format.ts';
import { placeAt } from '../../strings/places.ts';
import { t } from '../../strings/words.ts';

type Fact = Schemas['DocumentFact'];
type FactPlace = NonNullable<Fact['place']>;
export type OpenFact = (place: FactPlace) => void;

// A state by its word, anything else as the document writes it.
const shownValue = (fact: Fact): string => {
  const states = t().evidence.said.states;
  return fact.name === 'state' && fact.value in states ? states[fact.value as keyof typeof states] : fact.value;
};

interface Shown {
  fileType: string;
  pageLabels: readonly string[]; // what the document calls its pages; none: by their numbers
  onOpen: OpenFact;
}

function Value({ fact, fileType, pageLabels, onOpen }: Shown & { fact: Fact }) {
  const words = t().evidence.said;
  const { place, date } = fact;
  const value = <Foreign>{shownValue(fact)}</Foreign>;
  // The day that a value in other words or figures names.
  const means = date && date.length === 10 && !fact.value.startsWith(date) ? day(date) : null;
  return (
    <li>
      {place ? (
        <button type="button" class="said" onClick={() => onOpen(place)}>
          {value}
          <span class="small second"> {placeAt(fileType, place.pageNumber, pageLabels[place.pageNumber - 1])}</span>
        </button>
      ) : (
        <>
          {value}
          <span class="small second"> {words.origins[fact.origin]}</span>
        </>
      )}
      {fact.ambiguous && <span class="small second"> {words.ambiguous}</span>}
      {means && <span class="small second"> {means}</span>}
    </li>
  );
}

export function SaidFacts({ facts, ...shown }: Shown & { facts: readonly Fact[] }) {
  const words = t().evidence.said;
  const names = [...new Set(facts.map(({ name }) => name))];
  return (
    <section class="said-facts" aria-label={words.title}>
      <h3>{words.title}</h3>
      <dl class="facts">
        {names.map((name) => (
          <div key={name}>
            <dt>{words.names[name]}</dt>
            <dd>
              <ul>
                {facts
                  .filter((fact) => fact.name === name)
                  .map((fact) => (
                    <Value key={`${fact.origin} ${fact.value}`} fact={fact} {...shown} />
                  ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
