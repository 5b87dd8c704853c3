import { isDenied } from '../../oracle/exchanges/absence.ts';
import { fc, exercise, operationsOf } from '../cases.ts';
import {
  callsOf,
  isServerError,
  observed,
  type ResourceCalled,
  responseOf,
  statusOf,
  succeeded,
  turnedDown,
  violated,
} from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

/** Values that every server reads as booleans. */
const BOOLEANS: ReadonlySet<string> = new Set(['', 'true', 'false', '1', '0']);
const INT32_MAX = 2 ** 31 - 1;

export const rule: Rule = {
  id: 'validation/odd-values-of-parameters',
  level: 'silent',
  title:
    'This rule reports whether a get whose export is no boolean, and a list whose timeoutSeconds is beyond 32 bits, are refused; a dialect can require that they succeed.',
  cites: ['parameters.read.export', 'parameters.list.timeout-seconds', 'limits.timeout-seconds'],
  operations: operationsOf(['get', 'list', 'listAll']),
  needs: ['create'],
  cases: (operation) =>
    fc.constant(
      exercise(operation, {
        query: operation.verb === 'get' ? { export: 'perhaps' } : { timeoutSeconds: '3000000000' },
      }),
    ),
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const value = exchange.request.query.get('export');
    if (value !== null && !BOOLEANS.has(value.toLowerCase()))
      yield* outcome(exchange, 'export that is no boolean', choices['parameters.booleans'] === 'true');
  }
  for (const exchange of callsOf(history.exchanges, 'list', 'listAll')) {
    const value = exchange.request.query.get('timeoutSeconds') ?? '';
    if (/^\d+$/.test(value) && Number(value) > INT32_MAX)
      yield* outcome(exchange, 'timeoutSeconds beyond 32 bits', choices['parameters.int32'] === 'accepted');
  }
}

function* outcome(exchange: ResourceCalled, what: string, mustBeTaken: boolean): Iterable<Finding> {
  const isRefused = turnedDown(exchange) || isServerError(exchange);
  if (isRefused && mustBeTaken)
    yield violated(exchange, `success, with ${what}`, responseOf(exchange), `${what} is refused`);
  else if (succeeded(exchange) || isRefused || isDenied(statusOf(exchange)))
    yield observed(exchange, `${what} is ${succeeded(exchange) ? 'taken' : 'refused'}`);
}
