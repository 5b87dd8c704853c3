import type { FieldRequirement } from '../../oracle/objects/field-selector.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { LabelRequirement } from '../../oracle/objects/label-selector.ts';
import { type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { brokeDown, callsOf, hasExpired, type ResourceCalled, responseOf, turnedDown } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { isSelected, selectorsOf } from '../selectors.ts';
import { existingThrough, type Listing, listings } from '../listings.ts';
import { knownAt } from '../known-state.ts';
import { failsInYaml } from '../media/fails-in-yaml.ts';
import { deniesItsPlace } from './served-places.ts';

/**
 * Judges that lists show exactly the objects that their selectors select. Every item matches by its own labels and
 * fields. Every matching object that certainly existed with known content is listed. A well-formed label selector is
 * not refused. `applies` names the shape of the case, or skips the list. `causeOf` strips the generated selector
 * from that name.
 */
export function* judgeSelection(
  history: History,
  applies: (listing: Listing) => string | undefined,
  causeOf: (shape: string) => string = (shape) => shape,
): Iterable<Finding> {
  yield* judgeAcceptance(history, (labels, fields) => labels.length > 0 && fields.length === 0);
  const observed = observedStateOf(history);
  for (const listing of listings(history)) {
    const shape = applies(listing);
    if (shape === undefined || listing.labels === undefined || listing.fields === undefined) continue;
    const selector = selectorOf(listing);
    const alien = listing.items.find((item) => isSelected(listing, item) === false);
    const absent = absentee(observed, listing);
    const wrong = (expected: string, actual: string, what: string): Finding => ({
      ...violated(listing.exchange, expected, actual, `${causeOf(shape)}: ${what}`),
      formerCauses: [`${shape}: ${what}`],
    });
    if (alien !== undefined)
      yield wrong(`only what ${selector} selects`, `an item ${describe(alien)}`, 'shows what is not selected');
    else if (absent !== undefined)
      yield wrong(
        `${absent.name} too, for ${selector} selects it`,
        `${listing.items.length} items, not that one`,
        'misses what is selected',
      );
    else yield held(listing.exchange, `${shape}, ${listing.items.length === 0 ? 'none' : 'some'}`);
  }
}

/** Fields that every kind supports in selectors, if the dialect says so. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(['metadata.name', 'metadata.namespace']);

/**
 * Judges lists with field selectors on the name and the namespace. A server may only refuse them in dialects in which
 * some kinds do not support them.
 */
export function* judgeFieldSelection(
  history: History,
  { choices }: CheckContext,
  applies: (listing: Listing) => string | undefined,
): Iterable<Finding> {
  const common = (fields: readonly FieldRequirement[]): boolean =>
    fields.length > 0 && fields.every(({ field }) => COMMON_FIELDS.has(field));
  const calls = callsOf(history.exchanges, 'list', 'listAll').filter((call) => !failsInYaml(call, choices));
  const refusals = judgeAcceptance(history, (_, fields) => common(fields), calls);
  if (choices['selectors.field-names'] === 'name-and-namespace') yield* refusals;
  else
    yield* [...refusals].map(({ operation, exchange }): Finding => ({
      outcome: 'observed',
      operation,
      exchange,
      observation: 'the kind has no such field selectors',
    }));
  yield* judgeSelection(history, applies);
}

/** The selectors of a list, as text. */
export function selectorOf({ exchange }: Listing): string {
  const { query } = exchange.request;
  return ['labelSelector', 'fieldSelector']
    .flatMap((name) => (query.has(name) ? [`${name} ${show(query.get(name))}`] : []))
    .join(' and ');
}

/**
 * An object missing from the list, although it had one known content during the whole list, is selected, and meets
 * the condition.
 */
export function absentee(
  observed: ObservedState,
  listing: Listing,
  wanted: (state: Observation) => boolean = () => true,
): { readonly name: string } | undefined {
  if (!listing.latest) return undefined;
  const { began, ended } = listing.exchange;
  return existingThrough(observed, listing).find((key) => {
    const [before, after] = [knownAt(observed, key, began), knownAt(observed, key, ended)];
    if (before === undefined || before.version !== after?.version) return false;
    return isSelected(listing, before.content) === true && wanted(before) && !listing.byKey.has(key.id);
  });
}

function describe(item: Listing['items'][number]): string {
  return `with name ${show(at(item, 'metadata', 'name'))} and labels ${show(at(item, 'metadata', 'labels'))}`;
}

/** Judges that a call with well-formed selectors is not refused; default calls are lists. */
export function* judgeAcceptance(
  history: History,
  about: (labels: readonly LabelRequirement[], fields: readonly FieldRequirement[]) => boolean,
  calls: readonly ResourceCalled[] = callsOf(history.exchanges, 'list', 'listAll'),
): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of calls) {
    const { labels, fields } = selectorsOf(exchange);
    if (labels === undefined || fields === undefined || !labels.every(isPlain) || !about(labels, fields)) continue;
    // The selectors are not the reason if the version has expired.
    if (hasExpired(exchange)) continue;
    if (turnedDown(exchange) || brokeDown(exchange) || deniesItsPlace(exchange, observed))
      yield violated(exchange, 'what is selected', responseOf(exchange), 'refused');
  }
}

const KEY = /^([a-z0-9]([-a-z0-9.]{0,60}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/**
 * Whether keys and values of a condition are valid labels, and the empty value is not repeated as in `in (a,,)`, so that
 * no server has a reason to refuse it.
 */
function isPlain({ key, values }: LabelRequirement): boolean {
  return (
    KEY.test(key) && values.every((value) => VALUE.test(value)) && values.filter((value) => value === '').length < 2
  );
}
