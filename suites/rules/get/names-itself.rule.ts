import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { at, textAt } from '../../oracle/json.ts';
import { responseType } from '../../oracle/exchanges/media-type.ts';
import { fc, exercise } from '../cases.ts';
import { received, callsOf, held, type ResourceCalled, show, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import { READS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/names-itself',
  level: 'must',
  title: 'A get returns an object with the kind and apiVersion of the path, and with the name and namespace in it.',
  cites: [
    'resources.kind.1',
    'resources.api-version.1',
    'object-metadata.name.1',
    'object-metadata.namespace.1',
    'events.5.1',
  ],
  operations: READS,
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 2,
};

/** Whether a server began a response and failed to write YAML: rules about media types judge that. */
function isStatusInYaml(exchange: ResourceCalled, object: JsonObject): boolean {
  return responseType(exchange) === YAML_TYPE && textAt(object, 'kind') === 'Status';
}

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const object = received(exchange);
    if (object === undefined || exchange.request.query.has('export') || isStatusInYaml(exchange, object)) continue;
    const { resource, namespace, name } = exchange.call;
    const expected = [
      ['kind', resource.kind],
      ['apiVersion', resource.apiVersion],
      ['metadata.name', name],
      ['metadata.namespace', namespace],
    ] as const;
    const wrong = expected.find(([path, value]) => value !== undefined && at(object, ...path.split('.')) !== value);
    if (wrong === undefined) yield held(exchange, resource.apiVersion);
    else yield violated(exchange, `${wrong[0]} ${show(wrong[1])}`, show(at(object, ...wrong[0].split('.'))), wrong[0]);
  }
}
