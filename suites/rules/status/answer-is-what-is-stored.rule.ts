import type { Finding } from '../../checks/finding.ts';
import { judgeResponses } from '../../checks/write/stored-responses.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { writeAndRead } from '../write-and-read.ts';
import { STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/answer-is-what-is-stored',
  level: 'must',
  title: 'Gets, lists and watches show the same object as the response of a write of /status, the status included.',
  cites: ['what-the-service-does.status', 'errors.1', 'events.2.3'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return statusOf(on.resource).map((status) =>
      writeAndRead(on, minimalObject(on.maker, '{{a}}'), [writeStatus(operation, on, status)], 0),
    );
  },
  check: (history: History): Iterable<Finding> => judgeResponses(history, 'replaceStatus', 'patchStatus'),
};
