import type { Finding } from '../../checks/finding.ts';
import { judgeNewVersions } from '../../checks/write/versions.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { writeAndRead } from '../write-and-read.ts';
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
