import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { answerOf, statusOf } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Program } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import type { Extra } from '../steps.ts';
import { JSON_PATCH, MERGE_PATCH, resourceOf, STRATEGIC_PATCH, stepsOn } from '../steps.ts';

export const rule: Rule = {
  id: 'validation/bad-input-is-never-a-server-error',
  level: 'must',
  negative: true,
  title: 'Whatever a client sends, the server answers, and not with a 500: the fault of a client is not one of the server.',
  cites: ['errors.1', 'errors.6'],
  operations: OPERATIONS,
  needs: [],
  cases: (operation) => {
    if (operation.resource === undefined) return fc.oneof(oddBody(operation), oddQuery(operation));
    return operation.verb.startsWith('watch') ? oddWatch(operation) : fc.oneof(oddBody(operation), oddQuery(operation), oddName(operation));
  },
  check,
  least: 4,
};

const DEEP = 5_000;

const ODD_BODIES = fc.oneof(
  fc.constantFrom('null', '{"metadata":null}', '{"metadata":{"name":"{{a}}","labels":null},"spec":null}'),
  fc.constantFrom('{}', '{"metadata":[]}', '{"metadata":{"name":7}}', '{"spec":"x"}', '{"kind":{}}', '{"apiVersion":[]}', '{"a":1e999}', '{"a":"\\u0000"}', '{"a":"\\ud800"}'),
  fc.constantFrom('{"metadata":{"name":"{{a}}","name":"{{b}}"}}', '{"__proto__":{"x":1},"constructor":{"prototype":{}}}', '[{"op":"add"}]', '[{"op":"nothing","path":"/x"}]', '[{"op":"remove","path":"x"}]', '[null]'),
  fc.constantFrom('{"gracePeriodSeconds":"x"}', '{"gracePeriodSeconds":[]}', '{"propagationPolicy":7}', '{"orphanDependents":"x"}', '{"preconditions":[]}'),
  fc.constantFrom('{', '{"metadata":{}', '{"metadata":{"name":}}', "{'a':1}", '{"a":1}}', '\\u0000'),
  fc.constant(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
  fc.constant(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
  fc.json({ maxDepth: 3 }).filter((text) => !text.includes('{{')),
);

const TYPES = ['application/json', 'application/yaml', 'text/plain', 'application/x-www-form-urlencoded', '', 'nonsense', JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH];

/** Most bodies say that they are of a type which the operation takes: what no server reads is not what breaks it. */
function contentType({ verb }: Operation): fc.Arbitrary<string> {
  const read = verb.startsWith('patch') ? [MERGE_PATCH, STRATEGIC_PATCH, JSON_PATCH] : ['application/json'];
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...read) }, { weight: 1, arbitrary: fc.constantFrom(...TYPES) });
}

const ODD_VALUES = ['', ' ', '\u0000', '%', '-1', '99999999999999999999', 'true', 'null', '[]', '{}', 'a'.repeat(3_000), '\u{1F4A5}'];

const ODD_NAMES = ['A', 'a b', 'a/b', 'ü', '%', 'a'.repeat(300), '-', '\u0000', '__proto__', 'constructor', '?', '#'];

function oddBody(operation: Operation): fc.Arbitrary<Program> {
  const extra = fc.record({ text: ODD_BODIES, contentType: contentType(operation) });
  return extra.map((each) => withLast(operation, each));
}

function oddQuery(operation: Operation): fc.Arbitrary<Program> {
  const names = ['labelSelector', 'fieldSelector', 'resourceVersion', 'timeoutSeconds', 'includeUninitialized', 'pretty', 'export', 'exact', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy', 'unheardOf'];
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...ODD_VALUES)).map(([name, value]) => withLast(operation, { query: { [name]: value } }));
}

function oddName(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return fc.constantFrom(...ODD_NAMES).map((name) => {
    if (operation.verb === 'create') return [on.createHere(minimalObject(on.resource, name))];
    const last = exercise(operation).slice(-1);
    return last.map((step) => (step.do === 'call' && step.name !== undefined ? { ...step, name, ...('body' in step ? { body: {} } : {}) } : step));
  });
}

/** A watch that asks for something odd, or of something oddly named. It ends soon by itself where it is taken all the same. */
function oddWatch(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const names = ['labelSelector', 'fieldSelector', 'resourceVersion', 'timeoutSeconds', 'includeUninitialized', 'pretty', 'watch', 'unheardOf'];
  return fc.record({ parameter: fc.constantFrom(...names), value: fc.constantFrom(...ODD_VALUES), name: fc.constantFrom('{{a}}', ...ODD_NAMES) }).map(({ parameter, value, name }) => {
    const extra = { query: { timeoutSeconds: '1', [parameter]: value } };
    const watch = operation.verb === 'watch' ? on.watch('odd', name, extra) : operation.verb === 'watchAll' ? on.watchAll('odd', extra) : on.watchList('odd', extra);
    return [watch, { do: 'await', watch: 'odd', until: { events: 1 }, within: 300 }];
  });
}

/** The exercise of an operation, its last call with these extras. A collection delete keeps to the objects of this case. */
function withLast(operation: Operation, extra: Extra): Program {
  if (operation.verb === 'deleteCollection') return exercise(operation, { ...extra, query: { ...extra.query, labelSelector: 'plumbline-case={{case}}' } });
  return exercise(operation, extra);
}

function* check(history: History, { answers }: CheckContext): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (exchange.call === undefined || exchange.end === undefined || (exchange.call.watching && statusOf(exchange) < 300)) continue;
    if (wasDropped(exchange)) yield violated(exchange, 'an answer', answerOf(exchange), 'no answer');
    else if (statusOf(exchange) !== 500) yield held(exchange, `answers ${Math.floor(statusOf(exchange) / 100)}xx`);
    else if (answers['errors.bad-input-status'] === 'client-error') yield violated(exchange, 'a client error, 4xx, if anything is wrong with it', answerOf(exchange), '500');
  }
}

/** Cut by the server, or closed before an answer. What a timeout of ours cut is not the server's doing. */
function wasDropped({ end, response }: Exchange): boolean {
  return end?.reason === 'server-abort' || (end?.reason === 'error' && response === undefined && !/timeout|timed out/i.test(end.detail ?? ''));
}
