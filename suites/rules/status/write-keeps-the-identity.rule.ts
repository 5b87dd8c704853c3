import { judgeIdentity } from '../../checks/write/identity.ts';
import { statusOf } from '../../generators/statuses.ts';
import { A_SECOND_LATER, fc, inTurn, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { ALL_STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-keeps-the-identity',
  level: 'must',
  title:
    'A write of /status keeps the uid, the creation time, the name and the namespace of the object, and its response has the kind and the apiVersion of its path.',
  cites: ['object-metadata.uid.2', 'rules.2.2'],
  operations: ALL_STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const edit = { set: '/metadata/creationTimestamp', to: '2001-01-01T00:00:00Z' };
    return fc
      .tuple(statusOf(on.resource), inTurn([A_SECOND_LATER], []))
      .map(([status, before]) =>
        writeAndRead(on, minimalObject(on.maker, '{{a}}'), [...before, writeStatus(operation, on, status, [edit])], 0),
      );
  },
  check: (history: History): Iterable<Finding> => judgeIdentity(history, 'replaceStatus', 'patchStatus'),
  least: 2,
};
