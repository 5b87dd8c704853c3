import { judgeRefusal } from '../../checks/no-trace.ts';
import { lockedWrites } from '../../checks/write/locks.ts';
import { statusOf } from '../../generators/statuses.ts';
import {
  edited,
  fc,
  makeAndRead,
  minimalObject,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
  operationsOf,
} from '../cases.ts';
import { interveningWrites } from '../intervening-writes.ts';
import type { Finding, History, JsonObject, Program, Rule } from '../rule.ts';
import { writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/stale-version-is-refused',
  level: 'must',
  impact: 'data',
  negative: true,
  title: 'A PUT of /status that carries a version which another write has replaced is refused and leaves no trace.',
  cites: ['semantics.1.2', 'rules.1.1', 'errors.2'],
  operations: operationsOf(['replaceStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(interveningWrites(on), statusOf(on.resource)).map(([between, status]) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      ...between,
      on.get('{{a}}'),
      on.watch('seen', '{{a}}'),
      writeStatus(operation, on, status),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      // A namespace may take its time to go.
      ...(on.resource.namespaced ? madeAgain(on, status) : []),
    ]);
  },
  check,
};

/** The name belongs to a new object, and the last version of the former one is sent, without its uid. */
function madeAgain(on: Steps, status: JsonObject): Program {
  return [
    on.get('{{a}}', { as: 'last' }),
    on.remove('{{a}}'),
    on.create(minimalObject(on.maker, '{{a}}')),
    on.get('{{a}}'),
    on.replaceStatus('{{a}}', edited('last', [{ remove: '/metadata/uid' }, { set: '/status', to: status }])),
    on.get('{{a}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  for (const { exchange, key, state, shape } of lockedWrites(history, 'replaceStatus')) {
    if (state === 'stale')
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: 'a PUT of /status with a version that was replaced',
        shape,
        causedBy: 'a version that was replaced',
      });
  }
}
