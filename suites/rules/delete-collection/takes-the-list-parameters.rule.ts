import * as fc from 'fast-check';
import { answerOf, brokeDown, callsOf, succeeded, turnedDown } from '../../checks/answers.ts';
import { isPlainlyRestricted } from '../../checks/collection-deletes.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { AT_ONCE, resourceOf, stepsOn } from '../steps.ts';
import { OWN } from '../write-and-look.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

/** Values of list parameters that restrict nothing. A version is none of them: an old one may hide what is to be deleted. */
const HARMLESS: ReadonlyMap<string, readonly string[]> = new Map([
  ['pretty', ['true', 'false']],
  ['fieldSelector', ['']],
  ['includeUninitialized', ['true', 'false']],
  ['timeoutSeconds', ['30']],
]);

export const rule: Rule = {
  id: 'delete-collection/takes-the-list-parameters',
  level: 'must',
  title: 'A collection delete takes the parameters of lists, alone and together, and is carried out.',
  cites: [
    'parameters.delete-collection',
    'parameters.list.optional',
    'parameters.list.pretty',
    'parameters.list.include-uninitialized',
    'limits.timeout-seconds',
  ],
  operations: COLLECTION_DELETES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const pairs = [...HARMLESS].flatMap(([name, values]) => values.map((value) => [name, value] as const));
    return fc
      .subarray(pairs, { minLength: 1, maxLength: 3 })
      .map((chosen) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        on.removeAll({ body: AT_ONCE, query: { ...Object.fromEntries(chosen), ...OWN } }),
        on.get('{{a}}'),
      ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'deleteCollection')) {
    const given = [...exchange.request.query].filter(([name]) => name !== 'labelSelector');
    if (
      given.length === 0 ||
      !isPlainlyRestricted(exchange) ||
      !given.every(([name, value]) => HARMLESS.get(name)?.includes(value) === true)
    )
      continue;
    const names = given
      .map(([name]) => name)
      .sort()
      .join(' ');
    if (turnedDown(exchange) || brokeDown(exchange))
      yield violated(exchange, `success, with ${names}`, answerOf(exchange), `refused with ${names}`);
    else if (succeeded(exchange)) yield held(exchange, names);
  }
}
