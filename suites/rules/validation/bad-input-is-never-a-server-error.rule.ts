import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { exercise, type Extra, fc, inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, isServerError, statusOf, held, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Program, Rule, Step, Verb } from '../rule.ts';

export const rule: Rule = {
  id: 'validation/bad-input-is-never-a-server-error',
  level: 'should',
  impact: 'form',
  negative: true,
  title: 'A mistake of a client gets a 4xx, never a 5xx.',
  cites: ['errors.1', 'errors.6'],
  operations: OPERATIONS,
  needs: [],
  cases: oddCases,
  check,
  least: 3,
};

/** Several odd requests of one operation, one after the other: on the same object, if none of them deletes it. */
function oddCases(operation: Operation): fc.Arbitrary<Program> {
  if (operation.verb.startsWith('watch'))
    return fc.tuple(oddWatch(operation, 'odd'), oddWatch(operation, 'odder')).map((programs) => programs.flat());
  const [body, query] = [oddBody(operation), oddQuery()];
  const bodies = fc.array(
    body,
    READS.has(operation.verb) ? { minLength: 2, maxLength: 2 } : { minLength: 6, maxLength: 6 },
  );
  const extras = fc
    .tuple(bodies, query, oddAccept(operation))
    .map(([some, ...others]) => [...some, ...others].map((extra) => lastWith(operation, extra)));
  if (operation.resource === undefined) return extras;
  return fc
    .tuple(extras, oddName(operation))
    .map(([lasts, named]) => [...exercise(operation).slice(0, -1), ...lasts, ...named]);
}

/** These ignore bodies. */
const READS: ReadonlySet<Verb> = new Set<Verb>(['get', 'list', 'listAll', 'getStatus', 'discover']);

/** Beyond the limit of common parsers (1,000), and not so deep that honest ones take seconds for a merge patch. */
const DEEP = 1_500;

const ODD_BODIES = [
  'null',
  '{"metadata":null}',
  '{"metadata":{"name":"{{a}}","labels":null},"spec":null}',
  '{}',
  '{"metadata":[]}',
  '{"metadata":{"name":7}}',
  '{"spec":"x"}',
  '{"kind":{}}',
  '{"apiVersion":[]}',
  '{"a":1e999}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"metadata":{"name":"{{a}}","annotations":{"a":"x\\u0000y"}}}',
  '{"metadata":{"name":"{{a}}","name":"{{b}}"}}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '[{"op":"add"}]',
  '[{"op":"nothing","path":"/x"}]',
  '[{"op":"remove","path":"x"}]',
  '[{"op":"remove","path":""}]',
  '[{"op":"replace","path":"","value":[]}]',
  '[null]',
  '{"gracePeriodSeconds":"x"}',
  '{"gracePeriodSeconds":[]}',
  '{"propagationPolicy":7}',
  '{"orphanDependents":"x"}',
  '{"preconditions":[]}',
  '{',
  '{"metadata":{}',
  '{"metadata":{"name":}}',
  "{'a':1}",
  '{"a":1}}',
  '\\u0000',
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
];

const TYPES = [
  'application/json',
  'application/yaml',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
  'nonsense',
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  STRATEGIC_MERGE_PATCH_TYPE,
];

/** Most bodies have a media type that the operation accepts: a server cannot break on a body that it never reads. */
function contentType({ verb }: Operation): fc.Arbitrary<string> {
  const read = verb.startsWith('patch')
    ? [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE]
    : ['application/json'];
  return fc.oneof({ weight: 4, arbitrary: inTurn(...read) }, { weight: 1, arbitrary: fc.constantFrom(...TYPES) });
}

const ODD_VALUES = [
  '',
  ' ',
  '\u0000',
  '%',
  '-1',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '{}',
  'a'.repeat(3_000),
  '\u{1F4A5}',
];

/** Accept headers of which servers have nothing, or that are malformed. */
const ODD_ACCEPTS = ['image/png', 'nonsense', 'application/json;q=x', ';', 'application/*;q=0'];

const ODD_NAMES = ['A', 'a b', 'a/b', 'ü', '%', 'a'.repeat(300), '-', '\u0000', '__proto__', 'constructor', '?', '#'];

function oddBody(operation: Operation): fc.Arbitrary<Extra> {
  const any = fc.json({ maxDepth: 3 }).filter((text) => !text.includes('{{'));
  const text = fc.oneof({ weight: 9, arbitrary: inTurn(...ODD_BODIES) }, { weight: 1, arbitrary: any });
  return fc.record({ text, contentType: contentType(operation) });
}

function oddQuery(): fc.Arbitrary<Extra> {
  const names = [
    'labelSelector',
    'fieldSelector',
    'resourceVersion',
    'timeoutSeconds',
    'includeUninitialized',
    'pretty',
    'export',
    'exact',
    'gracePeriodSeconds',
    'orphanDependents',
    'propagationPolicy',
    'unheardOf',
  ];
  return fc.tuple(inTurn(...names), inTurn(...ODD_VALUES)).map(([name, value]) => ({ query: { [name]: value } }));
}

/** Of gets alone, because other rules blame any refusal of a plain list. */
function oddAccept({ verb }: Operation): fc.Arbitrary<Extra> {
  return verb === 'get' || verb === 'getStatus'
    ? inTurn(...ODD_ACCEPTS).map((accept) => ({ accept }))
    : fc.constant({});
}

function oddName(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return inTurn(...ODD_NAMES).map((name) => {
    if (operation.verb === 'create') return [on.createHere(minimalObject(on.resource, name))];
    const last = exercise(operation).slice(-1);
    return last.map((step) =>
      step.do === 'call' && step.name !== undefined ? { ...step, name, ...('body' in step ? { body: {} } : {}) } : step,
    );
  });
}

/** A watch with an odd parameter or name. If the server accepts it, it ends soon by itself. */
function oddWatch(operation: Operation, id: string): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const names = [
    'labelSelector',
    'fieldSelector',
    'resourceVersion',
    'timeoutSeconds',
    'includeUninitialized',
    'pretty',
    'watch',
    'unheardOf',
  ];
  return fc
    .record({ parameter: inTurn(...names), value: inTurn(...ODD_VALUES), name: inTurn('{{a}}', ...ODD_NAMES) })
    .map(({ parameter, value, name }) => {
      const extra = { query: { timeoutSeconds: '1', [parameter]: value } };
      const watch =
        operation.verb === 'watch'
          ? on.watch(id, name, extra)
          : operation.verb === 'watchAll'
            ? on.watchAll(id, extra)
            : on.watchList(id, extra);
      return [watch, { do: 'await', watch: id, until: { events: 1 }, within: 300 }];
    });
}

/**
 * The last call of the exercise of an operation, with these extras. A collection delete keeps to the objects of this
 * case.
 */
function lastWith(operation: Operation, extra: Extra): Step {
  const own =
    operation.verb === 'deleteCollection'
      ? { ...extra, query: { ...extra.query, labelSelector: 'plumbline-case={{case}}' } }
      : extra;
  const [last] = exercise(operation, own).slice(-1);
  if (last === undefined) throw new Error(`${operation.id} has no exercise`);
  return last;
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (
      exchange.call === undefined ||
      exchange.end === undefined ||
      (exchange.call.watching && statusOf(exchange) < 300)
    )
      continue;
    if (!isServerError(exchange)) yield held(exchange, `returns ${Math.floor(statusOf(exchange) / 100)}xx`);
    else if (choices['errors.bad-input-status'] === 'client-error')
      yield violated(
        exchange,
        'a client error, 4xx, if anything is wrong with it',
        responseOf(exchange),
        `${statusOf(exchange)}`,
      );
  }
}
