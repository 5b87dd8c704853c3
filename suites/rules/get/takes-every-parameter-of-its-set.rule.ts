import { assignedLate, NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { isRefusedOutright } from '../../checks/media/outright-refusals.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import {
  received,
  callsOf,
  foundWrong,
  held,
  type ResourceCalled,
  responseOf,
  show,
  violated,
  keyCalled,
} from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

const ID = 'get/takes-every-parameter-of-its-set';

/** Controllers write annotations at any time, between two exports too. */
const WRITTEN_BY_OTHERS: readonly string[] = [...NOT_THE_CLIENTS, '/metadata/annotations'];

const FORMS: readonly Readonly<Record<string, string>>[] = [
  { export: 'true' },
  { export: 'true', exact: 'false' },
  { export: 'true', exact: 'true' },
  { export: 'false' },
  { exact: 'true' },
  { exact: 'false' },
  { pretty: 'true', export: 'true', exact: 'true' },
  { pretty: 'false', export: 'false', exact: 'false' },
];

export const rule: Rule = {
  id: ID,
  level: 'must',
  title:
    'A get accepts every parameter that the document lists for it, alone and together; an export with exact=false equals an export without exact.',
  cites: ['parameters.read.optional', 'parameters.read.pretty', 'parameters.read.export', 'parameters.read.exact'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      ...FORMS.map((query) => on.get('{{a}}', { query })),
    ]);
  },
  check,
  sweep: true,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const gets = callsOf(history.exchanges, 'get').filter(({ request: { query } }) => query.size > 0);
  for (const exchange of gets) {
    const names = [...exchange.request.query.keys()].sort().join(' ');
    if (sentFor(exchange, ID) && (foundWrong(exchange) || isRefusedOutright(observed, exchange)))
      yield violated(exchange, `the object, with ${names}`, responseOf(exchange), `refused with ${names}`);
    else if (received(exchange) !== undefined) yield held(exchange, names);
  }
  for (const exchange of gets.filter(isNotExact)) yield* judgeNotExact(history, exchange, gets);
}

function isNotExact(exchange: ResourceCalled): boolean {
  return asksFor(exchange, 'export') && exchange.request.query.get('exact') === 'false';
}

/** Compares an export with `exact=false` to the one before it without `exact`, if no client wrote between them. */
function* judgeNotExact(
  history: History,
  exchange: ResourceCalled,
  gets: readonly ResourceCalled[],
): Iterable<Finding> {
  const { resource } = exchange.call;
  const stateAt = (position: number): string | undefined =>
    observedStateOf(history).expectedAt(keyCalled(exchange), position)?.version;
  const plain = gets.findLast(
    (other) =>
      other.ended < exchange.began &&
      other.request.path === exchange.request.path &&
      asksFor(other, 'export') &&
      !other.request.query.has('exact'),
  );
  const [expected, actual] = [plain && received(plain), received(exchange)];
  if (plain === undefined || expected === undefined || actual === undefined) return;
  if (stateAt(plain.began) === undefined || stateAt(plain.began) !== stateAt(exchange.began)) return;
  const [first] = differences(expected, actual, {
    schema: resource.schema,
    ignore: [...WRITTEN_BY_OTHERS, ...assignedLate(expected)],
  });
  if (first !== undefined)
    yield violated(
      exchange,
      `${first.path} ${show(first.expected)}, as without exact`,
      show(first.actual),
      'exact=false is not as without exact',
    );
}
