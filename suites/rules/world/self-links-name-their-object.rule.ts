import type { Resource } from '../../../spec/surface/resources.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { pathsOf } from '../../checks/object-paths.ts';
import type { Program } from '../../program/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Sighting } from '../../oracle/world.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { stepsOn } from '../steps.ts';
import { awaitObject } from '../write-and-look.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/self-links-name-their-object',
  level: 'must',
  title: 'Wherever an object is shown with a selfLink, in answers, lists and events, that is the path of the object.',
  cites: ['object-metadata.self-link.1'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation, 12, watched),
  check,
  least: 1,
};

/** An object in front of a watch. */
function watched(resource: Resource): Program {
  const on = stepsOn(resource);
  return [
    on.create(minimalObject(on.maker, '{{linked}}')),
    on.watchList('linked'),
    awaitObject('linked', '{{linked}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const key of world.keys) {
    const paths = pathsOf(key);
    for (const look of world.sightingsOf(key)) {
      const link = textAt(look.content, 'metadata', 'selfLink');
      // Items and events may lack it; that a get shows it is another rule.
      if (link === undefined || link === '') continue;
      if (paths.some((path) => link.endsWith(path) || (isOfStatus(look) && link.endsWith(`${path}/status`))))
        yield held(look.exchange, look.source);
      else
        yield violated(
          look.exchange,
          `metadata.selfLink ${paths.join(' or ')}`,
          show(link),
          `metadata.selfLink in a ${look.source}`,
        );
    }
  }
}

/** The /status of an object is a path of its own. */
function isOfStatus({ exchange }: Sighting): boolean {
  return /\/status\/?$/.test(exchange.request.path);
}
