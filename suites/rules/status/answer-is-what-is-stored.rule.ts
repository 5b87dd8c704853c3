import { judgeResponses } from '../../checks/write/stored-responses.ts';
import { statusOf } from '../../generators/statuses.ts';
import { minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { ALL_STATUS_WRITES, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/answer-is-what-is-stored',
  level: 'must',
  title: 'Gets, lists and watches show the same object as the response of a write of /status, the status included.',
  cites: ['what-the-service-does.status', 'errors.1', 'events.2.3'],
  operations: ALL_STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return statusOf(on.resource).map((status) =>
      writeAndRead(on, minimalObject(on.maker, '{{a}}'), [writeStatus(operation, on, status)], 0),
    );
  },
  check: (history: History): Iterable<Finding> => judgeResponses(history, 'replaceStatus', 'patchStatus'),
};
