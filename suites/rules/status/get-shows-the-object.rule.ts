import { judgeAgreement } from '../../checks/agreement.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { changedByClients } from '../../checks/not-the-clients.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { statusOf } from '../../generators/statuses.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'status/get-shows-the-object',
  level: 'must',
  title: 'A get of /status shows the whole object, as a get of the object does, and as the last write left it.',
  cites: ['errors.1', 'what-the-service-does.status'],
  operations: operationsOf(['getStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { path, value } = identifyingMember(on.resource, 'between');
    return statusOf(on.resource).map((status) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
      on.patchStatus('{{a}}', { status }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
      on.patch('{{a}}', nest(path, value)),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
    ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeAgreement(history, {
    role: ({ exchange }) => (isSubject(exchange) ? 'subject' : exchange.call?.verb === 'get' ? 'reference' : undefined),
  });
  const observed = observedStateOf(history);
  for (const key of observed.keys)
    for (const seen of observed.observationsOf(key).filter(({ exchange }) => isSubject(exchange))) {
      const before = stateBefore(observed, key, seen.exchange);
      const changed = before === undefined ? undefined : changedByClients(before, seen);
      if (changed !== undefined)
        yield violated(
          seen.exchange,
          `${changed.path} ${show(changed.expected)}, as the last write left it`,
          show(changed.actual),
          'an older or other state',
        );
    }
}

function isSubject({ call }: Exchange): boolean {
  return call?.verb === 'getStatus';
}
