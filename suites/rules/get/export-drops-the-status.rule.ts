import { statusOf } from '../../generators/statuses.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { at, isObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/export-drops-the-status',
  level: 'must',
  title:
    'A get with export=true returns the object without the status that it got since its create, because a user cannot specify it.',
  cites: ['parameters.read.export'],
  operations: GETS.filter((operation) => resourceOf(operation).hasStatus && resourceOf(operation).namespaced),
  needs: ['create', 'patchStatus'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const queries = inTurn({ export: 'true' }, { export: 'true', exact: 'true' });
    return statusOf(on.resource).chain((status) =>
      queries.map((query) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        on.patchStatus('{{a}}', { status }),
        on.get('{{a}}'),
        on.get('{{a}}', { query }),
      ]),
    );
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const exported = received(exchange);
    if (exported === undefined || !asksFor(exchange, 'export')) continue;
    const { resource } = exchange.call;
    const key = keyCalled(exchange);
    const stored = observed.lastObservation(key, exchange.began, true);
    const made = observed
      .writesTo(key)
      .findLast(
        ({ verb, response, settled }) => verb === 'create' && response?.uid === stored?.uid && settled < exchange.began,
      )?.response;
    if (stored === undefined || made === undefined) continue;
    const since = added(at(made.content, 'status'), at(stored.content, 'status'), resource.schema);
    const kept = since.find((member) =>
      equal(at(exported, 'status', member), at(stored.content, 'status', member), member, resource.schema),
    );
    if (since.length === 0) continue;
    if (kept === undefined) yield held(exchange, asksFor(exchange, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exchange,
        `no status.${kept}, or what a new object has there`,
        show(at(exported, 'status', kept)),
        'the status is exported',
      );
  }
}

/** The members of a status that an earlier one lacked. */
function added(before: Json | undefined, now: Json | undefined, schema: string): readonly string[] {
  if (!isObject(now)) return [];
  return Object.keys(now).filter(
    (member) =>
      !equal(at(now, member), undefined, member, schema) && !equal(at(now, member), at(before, member), member, schema),
  );
}

function equal(one: Json | undefined, other: Json | undefined, member: string, schema: string): boolean {
  const [left, right] = [one, other].map((value) => ({ status: value === undefined ? {} : { [member]: value } }));
  return differences(left, right, { schema }).length === 0;
}
