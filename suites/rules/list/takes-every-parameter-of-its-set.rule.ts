import * as fc from 'fast-check';
import { answerOf, brokeDown, callsOf, refused, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { listBy, LISTS } from './list-operations.ts';

/** Values of the L parameters that ask for nothing out of the way. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  pretty: ['true', 'false'],
  labelSelector: [''],
  fieldSelector: [''],
  includeUninitialized: ['true', 'false'],
  watch: ['false'],
  resourceVersion: ['0', ''],
  timeoutSeconds: ['30'],
};

export const rule: Rule = {
  id: 'list/takes-every-parameter-of-its-set',
  level: 'must',
  title: 'A list takes every parameter of its set, alone and together, and answers the list.',
  cites: [
    'parameters.list.optional',
    'parameters.list.pretty',
    'parameters.list.include-uninitialized',
    'parameters.list.resource-version.4',
    'limits.timeout-seconds',
  ],
  operations: LISTS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const pairs = Object.entries(HARMLESS).flatMap(([name, values]) => values.map((value) => [name, value] as const));
    return fc
      .subarray(pairs, { minLength: 1, maxLength: 3 })
      .map((chosen) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        listBy(operation, on, { query: Object.fromEntries(chosen) }),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const given = [...exchange.request.query];
    if (given.length === 0 || !given.every(([name, value]) => HARMLESS[name]?.includes(value))) continue;
    const names = given
      .map(([name]) => name)
      .sort()
      .join(' ');
    if (refused(exchange) || brokeDown(exchange))
      yield violated(exchange, `a list, with ${names}`, answerOf(exchange), `refused with ${names}`);
    else if (succeeded(exchange) && Array.isArray(at(exchange.response?.body?.value, 'items')))
      yield held(exchange, names);
    else if (succeeded(exchange))
      yield violated(exchange, `a list, with ${names}`, show(exchange.response?.body?.text), `no list with ${names}`);
  }
}
