import { groupBy } from '../../oracle/group-by.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { textAt } from '../../oracle/json.ts';
import type { ObjectKey, Observation } from '../../oracle/observed-state.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import type { ResourceCalled } from '../responses.ts';
import { answered, callsOf, sent } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';

/** A create that was acknowledged: what was sent, and what was answered. */
export interface Creation {
  readonly exchange: ResourceCalled;
  readonly sent: JsonObject;
  readonly made: JsonObject;
  readonly key: ObjectKey;
}

/** The state that a create made, at one of the places where it shows. */
export interface Appearance {
  readonly creation: Creation;
  /** Where it was seen. */
  readonly exchange: Exchange;
  /** In words, for reports: `in a list`. */
  readonly where: string;
  readonly object: JsonObject;
}

const WHERE: Readonly<Record<Observation['source'], string>> = {
  write: 'in the answer of a write',
  delete: 'in the answer of a delete',
  get: 'in a get',
  list: 'in a list',
  event: 'in a watch event',
  removal: 'in the event of its removal',
};

/** Every acknowledged create whose request and answer both carry an object. */
export function creations(history: History): readonly Creation[] {
  const known = CREATIONS.get(history) ?? findCreations(history);
  CREATIONS.set(history, known);
  return known;
}

const CREATIONS = new WeakMap<History, readonly Creation[]>();

function findCreations(history: History): Creation[] {
  return callsOf(history.exchanges, 'create').flatMap((exchange) => {
    const [asked, made] = [sent(exchange), answered(exchange)];
    if (asked === undefined || made === undefined) return [];
    const name = textAt(made, 'metadata', 'name') ?? textAt(asked, 'metadata', 'name') ?? '';
    return [{ exchange, sent: asked, made, key: keyOf(exchange.call.resource, exchange.call.namespace, name) }];
  });
}

/** The same by `ObjectKey.id`. */
export function creationsByKey(history: History): ReadonlyMap<string, readonly Creation[]> {
  const known = BY_KEY.get(history) ?? groupBy(creations(history), ({ key }) => key.id);
  BY_KEY.set(history, known);
  return known;
}

const BY_KEY = new WeakMap<History, ReadonlyMap<string, readonly Creation[]>>();

/**
 * Where the states that creates made are to be seen: in the answer, and then in each get, list and watch event that shows the same
 * uid at the same version. A default that is filled in the answer but not in what is stored shows as two appearances that differ.
 */
export function* appearances(history: History): Iterable<Appearance> {
  const observed = observedStateOf(history);
  for (const creation of creations(history)) {
    yield { creation, exchange: creation.exchange, where: 'in the answer of the create', object: creation.made };
    const [uid, version] = [
      textAt(creation.made, 'metadata', 'uid'),
      textAt(creation.made, 'metadata', 'resourceVersion'),
    ];
    if (uid === undefined || version === undefined) continue;
    for (const observation of observed.observationsOf(creation.key)) {
      if (
        observation.source === 'removal' ||
        observation.exchange.id === creation.exchange.id ||
        observation.uid !== uid ||
        observation.version !== version
      )
        continue;
      yield { creation, exchange: observation.exchange, where: WHERE[observation.source], object: observation.content };
    }
  }
}

/** What one look at a created object must show. */
export interface Expectation {
  /** What kind of case it is, as evidence. */
  readonly shape: string;
  /** Where: a JSON path, without indexes that a case chose. */
  readonly path: string;
  /** In words. */
  readonly expected: string;
  readonly actual: unknown;
  readonly holds: boolean;
}

/** Judges every appearance of every created object by what it must show. */
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
