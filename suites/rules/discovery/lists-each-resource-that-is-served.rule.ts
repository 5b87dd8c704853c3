import { RESOURCES } from '../../../spec/surface/resources.ts';
import { discoveries } from '../../checks/media/discovery.ts';
import { fc, exercise, stepsOn } from '../cases.ts';
import { callsOf, succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DISCOVERIES } from './discovery-rule.ts';

export const rule: Rule = {
  id: 'discovery/lists-each-resource-that-is-served',
  level: 'should',
  title: 'The discovery document of a group version lists each resource that the server serves, under its plural name.',
  cites: ['other-shapes.api-resource-list.1'],
  operations: DISCOVERIES,
  needs: [],
  cases: (operation) =>
    fc.constant([
      ...RESOURCES.filter(({ prefix }) => prefix === operation.path).map((resource) => stepsOn(resource).list()),
      ...exercise(operation),
    ]),
  check,
  least: 1,
};

/** An unserved resource is rightly missing; the rules on its operations report it. */
function* check(history: History): Iterable<Finding> {
  const served = new Set(
    callsOf(history.exchanges, 'list', 'listAll')
      .filter(succeeded)
      .map(({ call }) => call.resource.id),
  );
  for (const { exchange, resources, entries } of discoveries(history)) {
    for (const { plural } of resources.filter(({ id }) => served.has(id))) {
      if (entries.has(plural)) yield held(exchange, plural);
      else
        yield violated(
          exchange,
          `an entry named ${show(plural)} in resources, as lists of it succeed`,
          `entries named ${show([...entries.keys()])}`,
          `no entry for ${plural}`,
        );
    }
  }
}
