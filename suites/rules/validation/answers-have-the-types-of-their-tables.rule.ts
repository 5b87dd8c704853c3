import { CLAUSES } from '../../../spec/clauses/index.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { firstMistyped, type Typed, typedIn } from '../../checks/validation/shown-types.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, objectOf, exercise, offers, resourceOf, stepsOn, awaitObject } from '../cases.ts';
import { held, show, violated, succeeded } from '../judging.ts';
import type { Exchange, Finding, History, JsonObject, Operation, Program, Rule } from '../rule.ts';

/** Every clause about the type of a member, except for types that HTTP never shows. */
const TYPES = CLAUSES.filter(({ id, unobservable }) => id.endsWith('.type') && unobservable === undefined).map(
  ({ id }) => id,
);

export const rule: Rule = {
  id: 'validation/answers-have-the-types-of-their-tables',
  level: 'must',
  title:
    'Every member of an object in a response, a list or a watch has the JSON type that its table states; a time has the form of RFC 3339.',
  cites: ['resources.types', 'other-shapes.status.2', 'pod-status.start-time.1', ...TYPES],
  operations: OPERATIONS.filter(({ resource }) => resource !== undefined),
  cases: (operation) =>
    fc
      .tuple(objectOf(stepsOn(resourceOf(operation)).maker), statusOf(resourceOf(operation)))
      .map(([object, status]) => shown(operation, object, status)),
  check,
  least: 1,
};

/** A rich object with a rich status, and then the operation. */
function shown(operation: Operation, object: JsonObject, status: JsonObject): Program {
  const on = stepsOn(resourceOf(operation));
  const made: Program = [
    on.create(object, { as: 'made' }),
    ...(offers(on.resource, 'patchStatus') ? [on.patchStatus('{{a}}', { status })] : []),
  ];
  if (operation.verb === 'create') return [on.createHere({ ...object, apiVersion: on.resource.apiVersion })];
  if (operation.verb === 'watch') return [...made, on.watch('seen', '{{a}}'), awaitObject('seen', '{{a}}')];
  if (operation.verb === 'watchList') return [...made, on.watchList('seen'), awaitObject('seen', '{{a}}')];
  if (operation.verb === 'watchAll')
    return [
      ...made,
      on.watchAll('seen', { query: { labelSelector: 'plumbline-case={{case}}' } }),
      awaitObject('seen', '{{a}}'),
    ];
  return [...made, ...exercise(operation).slice(1)];
}

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call?.resource === undefined) continue;
    for (const { type, object } of shownIn(exchange)) {
      const wrong = firstMistyped(type, object);
      if (wrong === undefined) yield held(exchange, type.slice(type.lastIndexOf('.') + 1));
      else
        yield violated(
          exchange,
          `${wrong.path} is ${wrong.expected}`,
          show(wrong.actual),
          `${wrong.path} is not ${wrong.expected}`,
        );
    }
  }
}

function shownIn(exchange: Exchange): Typed[] {
  if (exchange.call?.watching === true) return exchange.events.flatMap(({ object }) => typedIn(object));
  return succeeded(exchange) ? typedIn(exchange.response?.body?.value) : [];
}
