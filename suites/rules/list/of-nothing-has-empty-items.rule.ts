import { answerOf, answered, callsOf } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { deniesItsPlace } from '../../checks/served-places.ts';
import type { Step } from '../../drivers/program.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import { worldOf } from '../../oracle/world.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import type { Rule } from '../rule.ts';
import type { Steps } from '../steps.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/of-nothing-has-empty-items',
  level: 'must',
  title:
    'The items of a list are a JSON array, also where nothing is there or nothing is selected; neither is answered as not found.',
  cites: ['list-payload.4'],
  operations: LISTS,
  needs: [],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation), 'ns2');
    return inTurn({}, { query: { labelSelector: 'plumbline-none=selected' } }).map((extra) => [
      somethingElse(on),
      listBy(operation, on, extra),
    ]);
  },
  check,
  least: 2,
};

/** An object of another kind, which proves that the namespace is there. */
function somethingElse({ resource }: Steps): Step {
  const other = stepsOn(resourceById(resource.kind === 'ConfigMap' ? 'pods' : 'configmaps'), 'ns2');
  return other.create(minimalObject(other.maker, '{{a}}'));
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    if (deniesItsPlace(exchange, world)) yield violated(exchange, 'a list', answerOf(exchange), 'is not found');
    const answer = answered(exchange);
    if (answer === undefined) continue;
    const items = at(answer, 'items');
    if (Array.isArray(items)) yield held(exchange, items.length === 0 ? 'empty' : 'with items');
    else yield violated(exchange, 'items, an array', show(items), 'items');
  }
}
