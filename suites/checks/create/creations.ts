import { cached } from '../../../shared/cached.ts';
import { groupBy } from '../../../shared/group-by.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { type JsonObject, textAt } from '../../oracle/json.ts';
import { keyOf, type ObjectKey, type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { received, callsOf, type ResourceCalled, sent, turnedDown } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';

/** An acknowledged create: the object sent and the object returned. */
export interface Creation {
  readonly exchange: ResourceCalled;
  readonly sent: JsonObject;
  readonly made: JsonObject;
  readonly key: ObjectKey;
}

/** A response or event that shows the state right after a create. */
export interface Appearance {
  readonly creation: Creation;
  /** The exchange that shows it. */
  readonly exchange: Exchange;
  /** In words, for reports: `in a list`. */
  readonly where: string;
  readonly object: JsonObject;
}

const WHERE: Readonly<Record<Exclude<Observation['source'], 'deleted-event'>, string>> = {
  write: 'in the response of a write',
  delete: 'in the response of a delete',
  get: 'in a get',
  list: 'in a list',
  event: 'in a watch event',
};

/** Every acknowledged create with an object in both request and response. */
export function creations(history: History): readonly Creation[] {
  return cached(CREATIONS, history, () => findCreations(history));
}

const CREATIONS = new WeakMap<History, readonly Creation[]>();

function findCreations(history: History): Creation[] {
  return callsOf(history.exchanges, 'create').flatMap((exchange) => {
    const [asked, made] = [sent(exchange), received(exchange)];
    if (asked === undefined || made === undefined) return [];
    const name = textAt(made, 'metadata', 'name') ?? textAt(asked, 'metadata', 'name') ?? '';
    return [{ exchange, sent: asked, made, key: keyOf(exchange.call.resource, exchange.call.namespace, name) }];
  });
}

/** The creations of a history, by `ObjectKey.id`. */
export function creationsByKey(history: History): ReadonlyMap<string, readonly Creation[]> {
  return cached(BY_KEY, history, () => groupBy(creations(history), ({ key }) => key.id));
}

const BY_KEY = new WeakMap<History, ReadonlyMap<string, readonly Creation[]>>();

/**
 * All appearances of created states: the response of the create, then each get, list and watch event with the same
 * uid and version. A default that is in the response but not stored gives two appearances that differ.
 */
export function appearances(history: History): readonly Appearance[] {
  return cached(APPEARANCES, history, () => [...findAppearances(history)]);
}

const APPEARANCES = new WeakMap<History, readonly Appearance[]>();

function* findAppearances(history: History): Iterable<Appearance> {
  const observed = observedStateOf(history);
  for (const creation of creations(history)) {
    yield { creation, exchange: creation.exchange, where: 'in the response of the create', object: creation.made };
    const [uid, version] = [
      textAt(creation.made, 'metadata', 'uid'),
      textAt(creation.made, 'metadata', 'resourceVersion'),
    ];
    if (uid === undefined || version === undefined) continue;
    for (const observation of observed.observationsOf(creation.key)) {
      if (
        observation.source === 'deleted-event' ||
        observation.exchange.id === creation.exchange.id ||
        observation.uid !== uid ||
        observation.version !== version
      )
        continue;
      yield { creation, exchange: observation.exchange, where: WHERE[observation.source], object: observation.content };
    }
  }
}

/** A value that every appearance of a created object must show. */
export interface Expectation {
  /** The shape of the case, as evidence. */
  readonly shape: string;
  /** A JSON path, without indexes that the case chose. */
  readonly path: string;
  /** In words. */
  readonly expected: string;
  readonly actual: unknown;
  readonly holds: boolean;
}

/**
 * The creates of a rule that the server refused. If a body has what only the system assigns, that obeys the document as
 * well as ignoring it.
 */
export function* refusedCreates(history: History, rule: string): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create'))
    if (sentFor(exchange, rule) && turnedDown(exchange)) yield held(exchange, 'refused');
}

/** Judges every appearance of every created object against its expectations. */
export function* judgeCreated(
  history: History,
  expectations: (appearance: Appearance) => Iterable<Expectation>,
): Iterable<Finding> {
  for (const appearance of appearances(history)) {
    const { creation, where } = appearance;
    for (const { shape, path, expected, actual, holds } of expectations(appearance)) {
      if (holds) yield held(creation.exchange, shape);
      else yield violated(creation.exchange, `${path} ${expected}`, `${show(actual)} ${where}`, path);
    }
  }
}
