import { judgeAbsentWrites } from '../../checks/absent-writes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { Finding, History, JsonObject, Program, Rule } from '../rule.ts';
import { ALL_STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-of-an-absent-object-is-refused',
  level: 'must',
  negative: true,
  title: 'A write of /status of an absent object is refused and creates nothing.',
  cites: ['rules.2.2', 'what-the-service-does.1'],
  operations: ALL_STATUS_WRITES,
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // A removed namespace can stay for long. Some servers make a service that never was by its status.
    const neverMade = (status: JsonObject): Program => [
      on.get('{{b}}'),
      { ...writeStatus(operation, on, status, [{ set: '/metadata', to: { name: '{{b}}' } }]), name: '{{b}}' },
      on.get('{{b}}'),
    ];
    return statusOf(on.resource).map((status) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      ...(on.resource.namespaced ? [] : neverMade(status)),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      writeStatus(operation, on, status),
      on.get('{{a}}'),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeAbsentWrites(history, 'replaceStatus', 'patchStatus'),
  least: 2,
};
