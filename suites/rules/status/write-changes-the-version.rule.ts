import { judgeNewVersions } from '../../checks/write/versions.ts';
import { statusOf } from '../../generators/statuses.ts';
import { minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-changes-the-version',
  level: 'must',
  title: 'A write of /status that changes the status gives the object another version.',
  cites: ['object-metadata.resource-version.1', 'rules.1.1'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return statusOf(on.resource).map((status) =>
      writeAndRead(on, minimalObject(on.maker, '{{a}}'), [writeStatus(operation, on, status)], 0),
    );
  },
  check: (history: History): Iterable<Finding> => judgeNewVersions(history, 'replaceStatus', 'patchStatus'),
};
