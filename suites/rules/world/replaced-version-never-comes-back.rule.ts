import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/replaced-version-never-comes-back',
  level: 'must',
  title: 'Once a read has shown another version of an object, no later read shows the one before.',
  cites: ['object-metadata.resource-version.1', 'rules.1.1', 'parameters.list.resource-version.3'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation, 12),
  check,
  least: 2,
};

/**
 * Three fresh reads, each ended before the next began, with versions v, w and v again. That is a violation whatever
 * other clients write.
 */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const reads = observed
      .observationsOf(key)
      .filter(({ began, source, version }) => began > 0 && source !== 'delete' && version !== undefined);
    for (const [index, read] of reads.entries()) {
      const between = reads
        .slice(0, index)
        .filter((other) => other.ended < read.began && other.version !== read.version);
      if (between.length === 0) continue;
      const first = reads.find((other) => isSame(other, read) && between.some((middle) => other.ended < middle.began));
      if (first === undefined) yield held(read.exchange, read.source);
      else
        yield violated(
          read.exchange,
          `not version ${show(read.version)}, which was replaced`,
          `it is shown again in a ${read.source}`,
          'an old version comes back',
        );
    }
  }
}

function isSame(one: Observation, other: Observation): boolean {
  return one.version === other.version && one.uid === other.uid;
}
