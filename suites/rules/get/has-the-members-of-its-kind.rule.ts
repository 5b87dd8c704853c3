import { at, isObject, textAt } from '../../oracle/json.ts';
import { fc, exercise, minimalObject } from '../cases.ts';
import { received, callsOf, held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { READS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/has-the-members-of-its-kind',
  level: 'must',
  title:
    'An object in the response of a get has apiVersion, kind, metadata and, if its kind needs one, a spec; its status, if any, is an object.',
  cites: [
    'pod.fields',
    'deployment.fields',
    'cron-job.fields',
    'job.fields',
    'versioning.3',
    'parameters.read.optional',
  ],
  operations: READS,
  cases: (operation) => fc.constant(exercise(operation)),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const object = received(exchange);
    if (object === undefined) continue;
    const status = at(object, 'status') ?? null;
    // Clients write the spec, and a namespace needs none.
    const parts = [
      'metadata',
      ...(at(minimalObject(exchange.call.resource, ''), 'spec') === undefined ? [] : ['spec']),
    ];
    const lacking = [
      ...['apiVersion', 'kind'].filter((member) => textAt(object, member) === undefined),
      ...parts.filter((member) => !isObject(at(object, member))),
    ];
    if (status !== null && !isObject(status)) lacking.push('status');
    if (lacking.length === 0) yield held(exchange, parts.join(' and '));
    else
      yield violated(
        exchange,
        `the members ${['apiVersion', 'kind', ...parts].join(', ')}`,
        `${lacking.join(', ')} missing or of another form`,
        `${lacking.join(', ')} missing`,
      );
  }
}
