import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { History } from '../../oracle/history.ts';
import type { Sighting } from '../../oracle/world.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
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

/** Three fresh looks, each ended before the next began, at versions v, w and v again: sound whoever else writes. */
function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const key of world.keys) {
    const looks = world
      .sightingsOf(key)
      .filter(({ began, source, version }) => began > 0 && source !== 'delete' && version !== undefined);
    for (const [index, look] of looks.entries()) {
      const between = looks
        .slice(0, index)
        .filter((other) => other.ended < look.began && other.version !== look.version);
      if (between.length === 0) continue;
      const first = looks.find((other) => isSame(other, look) && between.some((middle) => other.ended < middle.began));
      if (first === undefined) yield held(look.exchange, look.source);
      else
        yield violated(
          look.exchange,
          `not version ${show(look.version)}, which was replaced`,
          `it is shown again in a ${look.source}`,
          'an old version comes back',
        );
    }
  }
}

function isSame(one: Sighting, other: Sighting): boolean {
  return one.version === other.version && one.uid === other.uid;
}
