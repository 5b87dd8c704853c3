import { NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { missing } from '../../oracle/values/comparison.ts';
import { textAt } from '../../oracle/json.ts';
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
import type { Finding, History, Json, Rule } from '../rule.ts';
import { GETS } from './get-operations.ts';

/** Reads that are no exports: `exact` has a meaning only together with `export=true`. */
const PLAIN = [
  { exact: 'true' },
  { export: 'false' },
  { export: 'false', exact: 'true' },
  { export: 'false', exact: 'false' },
  { exact: 'false' },
] as const;

export const rule: Rule = {
  id: 'get/only-an-export-is-stripped',
  level: 'must',
  title: 'A get with export=false, or with exact alone, returns the same object as a plain get.',
  cites: ['parameters.read.export', 'parameters.read.exact', 'parameters.read.optional'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      on.get('{{a}}'),
      ...PLAIN.map((query) => on.get('{{a}}', { query })),
    ]);
  },
  check,
  sweep: true,
};

/** Members of a read besides those that clients write. */
const SYSTEMS = ['uid', 'creationTimestamp', 'resourceVersion', 'name', 'namespace'] as const;

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const { query } = exchange.request;
    const words = ['export', 'exact'].flatMap((name) => query.getAll(name));
    if (
      words.length === 0 ||
      words.some((word) => word !== 'true' && word !== 'false') ||
      query.get('export') === 'true'
    )
      continue;
    const shape = [...query.keys()].sort().join(' ');
    if (sentFor(exchange, rule.id) && foundWrong(exchange))
      yield violated(exchange, 'success', responseOf(exchange), `refused with ${shape}`);
    const lost = lostBy(history, exchange);
    if (lost === undefined) continue;
    if (lost === 'nothing') yield held(exchange, shape);
    else yield violated(exchange, lost.expected, lost.actual, `${lost.path} is stripped without an export`);
  }
}

/** Whether the member is there and not empty, as the namespace of a namespace may be. */
function isNamed(object: Json, member: string): boolean {
  return (textAt(object, 'metadata', member) ?? '') !== '';
}

/**
 * The first member that a get lacks or shows with another value; `nothing` if there is none, `undefined` if the
 * object is not known.
 */
function lostBy(
  history: History,
  exchange: ResourceCalled,
): 'nothing' | undefined | { readonly path: string; readonly expected: string; readonly actual: string } {
  const { resource } = exchange.call;
  const [before, shown] = [
    observedStateOf(history).expectedAt(keyCalled(exchange), exchange.began),
    received(exchange),
  ];
  if (before === undefined || shown === undefined) return undefined;
  const member = SYSTEMS.find((each) => isNamed(before.content, each) && !isNamed(shown, each));
  if (member !== undefined)
    return { path: `/metadata/${member}`, expected: `metadata.${member}, for no export was asked for`, actual: 'none' };
  const [first] = missing(before.content, shown, { schema: resource.schema, ignore: NOT_THE_CLIENTS });
  return first === undefined
    ? 'nothing'
    : { path: first.path, expected: `${first.path} ${show(first.expected)}`, actual: show(first.actual) };
}
