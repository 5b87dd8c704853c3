import { differences } from '../oracle/values/comparison.ts';
import type { History } from '../oracle/history.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../oracle/observed-state.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { BY_PATH } from './not-the-clients.ts';
import { received } from './responses.ts';

/**
 * How often a new version must come: a controller may rewrite the same content now and then, but not between any two
 * gets.
 */
const TIMES = 4;

/** What differs between two reads of an object whose content is the same. */
const IDENTIFYING = [...BY_PATH, '/metadata/resourceVersion', '/metadata/generation'];

/**
 * Judges that an object of the same content keeps its version between gets without a write between them. It is
 * violated if each of several successive gets shows a new version:
 *
 *     get -> 7, get -> 8, get -> 9, get -> 10, get -> 11
 */
export function* judgeStillVersions(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const pairs = pairsOf(observed, key);
    const still = pairs.find(([before, after]) => before.version === after.version);
    const last = pairs.at(-1);
    if (still !== undefined) yield held(still[1].exchange, 'two gets');
    else if (last !== undefined && pairs.length >= TIMES)
      yield violated(
        last[1].exchange,
        `version ${show(last[0].version)}, as nothing changed`,
        `version ${show(last[1].version)} of the same content, and so after each of ${pairs.length} gets`,
        'each get shows a new version',
      );
  }
}

/** The pairs of successive gets of the same content without a write between them. */
function pairsOf(observed: ObservedState, key: ObjectKey): [Observation, Observation][] {
  if (!observed.soleWriter(key)) return [];
  const gets = observed.observationsOf(key).filter(({ source }) => source === 'get');
  return gets.flatMap((after, index): [Observation, Observation][] => {
    const before = gets[index - 1];
    return before !== undefined && isAlike(before, after) && !isWrittenBetween(observed, before, after)
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

/** Whether a write of the object overlaps the time between the two gets: a refused one may leave a trace too. */
function isWrittenBetween(observed: ObservedState, before: Observation, after: Observation): boolean {
  return observed.writesTo(before.key).some(({ began, settled }) => began < after.ended && settled > before.began);
}
