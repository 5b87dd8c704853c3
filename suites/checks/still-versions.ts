import { differences } from '../oracle/values/comparison.ts';
import type { History } from '../oracle/history.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../oracle/observed-state.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { BY_PATH } from './not-the-clients.ts';
import { received } from './responses.ts';

/** What lies between two gets of one object. */
type Between = 'reads' | 'refused writes';

/** How often a new version must come: a controller may rewrite the same content now and then, but not between any two gets. */
const TIMES = 4;

/** What differs between two reads of an object whose content is the same. */
const IDENTIFYING = [...BY_PATH, '/metadata/resourceVersion', '/metadata/generation'];

/**
 * Judges that an object of the same content keeps its version between gets, if nothing but reads, or nothing but refused
 * writes, lies between them. It is violated if each of several pairs of successive gets shows a new version:
 *
 *     get -> 7, get -> 8, get -> 9, get -> 10, get -> 11
 */
export function* judgeStillVersions(history: History, between: Between): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const pairs = pairsOf(observed, key, between);
    const still = pairs.find(([before, after]) => before.version === after.version);
    const last = pairs.at(-1);
    if (still !== undefined) yield held(still[1].exchange, `${between} between`);
    else if (last !== undefined && pairs.length >= TIMES)
      yield violated(
        last[1].exchange,
        `version ${show(last[0].version)}, as nothing changed`,
        `version ${show(last[1].version)} of the same content, and so after each of ${pairs.length} gets`,
        `each get shows a new version, with ${between} between`,
      );
  }
}

/** The pairs of successive gets of the same content, with nothing else than that between them. */
function pairsOf(observed: ObservedState, key: ObjectKey, between: Between): [Observation, Observation][] {
  if (!observed.soleWriter(key)) return [];
  const gets = observed.observationsOf(key).filter(({ source }) => source === 'get');
  return gets.flatMap((after, index): [Observation, Observation][] => {
    const before = gets[index - 1];
    return before !== undefined && isAlike(before, after) && liesBetween(observed, before, after) === between
      ? [[before, after]]
      : [];
  });
}

function isAlike(before: Observation, after: Observation): boolean {
  const [one, other] = [received(before.exchange), received(after.exchange)];
  return (
    before.ended < after.began &&
    before.uid === after.uid &&
    before.version !== undefined &&
    after.version !== undefined &&
    one !== undefined &&
    other !== undefined &&
    differences(one, other, { ignore: IDENTIFYING }).length === 0
  );
}

/** What lies between two gets; `undefined` if a write may have taken effect. */
function liesBetween(observed: ObservedState, before: Observation, after: Observation): Between | undefined {
  const writes = observed
    .writesTo(before.key)
    .filter(({ began, settled }) => began < after.ended && settled > before.began);
  if (writes.some(({ outcome }) => outcome !== 'refused')) return undefined;
  return writes.length === 0 ? 'reads' : 'refused writes';
}
