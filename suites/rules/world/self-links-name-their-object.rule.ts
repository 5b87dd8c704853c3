import { pathsOf } from '../../checks/object-paths.ts';
import { textAt } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, OWN_OBJECTS, stepsOn, awaitObject } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Program, Resource, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/self-links-name-their-object',
  level: 'must',
  impact: 'form',
  title:
    'A selfLink that a response, list or event shows is a path of its object, or of the status in a response of /status.',
  cites: ['object-metadata.self-link.1'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => walkFor(operation, 12, watched),
  check,
  least: 1,
};

/** An object that a watch and a list of all namespaces show. */
function watched(resource: Resource): Program {
  const on = stepsOn(resource);
  return [
    on.create(minimalObject(on.maker, '{{linked}}')),
    on.watchList('linked'),
    awaitObject('linked', '{{linked}}'),
    on.listAll({ query: OWN_OBJECTS }),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const paths = pathsOf(key);
    for (const read of observed.observationsOf(key)) {
      const link = textAt(read.content, 'metadata', 'selfLink');
      // Items and events may lack it; another rule judges gets.
      if (link === undefined || link === '') continue;
      if (paths.some((path) => link.endsWith(path) || (isOfStatus(read) && link.endsWith(`${path}/status`))))
        yield held(read.exchange, read.source);
      else
        yield violated(
          read.exchange,
          `metadata.selfLink ${paths.join(' or ')}`,
          show(link),
          `metadata.selfLink in a ${read.source}`,
        );
    }
  }
}

/** The /status of an object has its own path. */
function isOfStatus({ exchange }: Observation): boolean {
  return /\/status\/?$/.test(exchange.request.path);
}
