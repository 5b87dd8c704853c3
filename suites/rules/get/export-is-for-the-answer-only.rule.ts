import { assignedLate, NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, inTurn, resourceOf, stepsOn } from '../cases.ts';
import { received, callsOf, held, show, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { ownedObject } from '../owned-object.ts';
import { asksFor } from './export.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/export-is-for-the-answer-only',
  level: 'must',
  title:
    'A get with export=true changes nothing: later reads show the object at the same version, with all its fields.',
  cites: ['parameters.read.export'],
  operations: GETS,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(statusOf(on.resource), inTurn({ export: 'true' }, { export: 'true', exact: 'true' }))
      .map(([status, query]) => [
        ...ownedObject(on, '{{a}}'),
        ...(on.resource.hasStatus && on.resource.namespaced ? [on.patchStatus('{{a}}', { status })] : []),
        on.get('{{a}}'),
        on.get('{{a}}', { query }),
        on.get('{{a}}'),
      ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const gets = callsOf(history.exchanges, 'get');
  for (const exported of gets.filter((exchange) => asksFor(exchange, 'export') && received(exchange) !== undefined)) {
    const { resource, namespace, name = '' } = exported.call;
    const key = keyCalled(exported);
    const before = observed.expectedAt(key, exported.began);
    const after = gets.find(
      ({ began, call, request }) =>
        began > exported.ended &&
        call.name === name &&
        call.namespace === namespace &&
        call.resource.id === resource.id &&
        !request.query.has('export'),
    );
    const shown = observed.observationsOf(key).find(({ exchange }) => exchange.id === after?.id);
    if (
      before === undefined ||
      after === undefined ||
      shown === undefined ||
      observed.writesTo(key).some(({ began }) => began > before.ended && began < after.ended)
    )
      continue;
    const isSame = shown.version !== undefined && shown.version === before.version;
    const [first] = differences(before.content, shown.content, {
      schema: resource.schema,
      // Another group-version of the kind may have shown it before, with its own type and selfLink.
      ignore: [...NOT_THE_CLIENTS.filter((path) => !isSame || path !== '/status'), ...assignedLate(before.content)],
    });
    if (first === undefined) yield held(exported, asksFor(exported, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exported,
        `${first.path} ${show(first.expected)} in the next get`,
        show(first.actual),
        `${first.path} is changed`,
      );
  }
}
