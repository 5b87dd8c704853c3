import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { deniesItsPlace, isInKnownNamespace } from '../../checks/list/served-places.ts';
import { failsInYaml } from '../../checks/media/fails-in-yaml.ts';
import { at } from '../../oracle/json.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import {
  received,
  brokeDown,
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  show,
  turnedDown,
  violated,
} from '../judging.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { CheckContext, Finding, History, Rule, Step } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/of-nothing-has-empty-items',
  level: 'must',
  title: 'A list of an empty namespace succeeds, and the items of a list are an array, even without a match.',
  cites: ['list-payload.4'],
  operations: LISTS,
  needs: [],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation), 'ns2');
    return fc.constant([
      ...(operation.verb === 'list' && on.resource.namespaced ? [makeNamespace(), stepsInNew(on.resource).list()] : []),
      somethingElse(on),
      listBy(operation, on),
      ...[JSON_TYPE, YAML_TYPE].map((accept) =>
        listBy(operation, on, { accept, query: { labelSelector: 'plumbline-none=selected' } }),
      ),
    ]);
  },
  check,
  sweep: true,
};

/** An object of another kind, which proves that the namespace exists. */
function somethingElse({ resource }: Steps): Step {
  const other = stepsOn(resourceById(resource.kind === 'ConfigMap' ? 'pods' : 'configmaps'), 'ns2');
  return other.create(minimalObject(other.maker, '{{a}}'));
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    if (isLegal(exchange) && deniesItsPlace(exchange, observed))
      yield violated(exchange, 'a list', responseOf(exchange), 'is not found');
    else if (isPlainlyRefused(exchange) && isInKnownNamespace(exchange, observed))
      yield violated(exchange, 'a list', responseOf(exchange), 'is refused');
    const response = received(exchange);
    if (response === undefined || failsInYaml(exchange, choices)) continue;
    const items = at(response, 'items');
    if (Array.isArray(items)) yield held(exchange, items.length === 0 ? 'empty' : 'with items');
    else yield violated(exchange, 'items, an array', show(items), 'items');
  }
}

/** Whether nothing in the query may be refused: some servers refuse illegal parameters with 404. */
function isLegal(exchange: ResourceCalled): boolean {
  return exchange.request.query.size === 0 || sentFor(exchange, rule.id);
}

/** Whether the server refuses a list without parameters. */
function isPlainlyRefused(exchange: ResourceCalled): boolean {
  return exchange.request.query.size === 0 && (turnedDown(exchange) || brokeDown(exchange));
}
