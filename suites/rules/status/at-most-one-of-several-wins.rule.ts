import { judgeRaces } from '../../checks/write/races.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { STATUS_PUTS, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/at-most-one-of-several-wins',
  level: 'must',
  impact: 'data',
  title:
    'Of several PUTs of /status that carry one version and change the status, sent in parallel, at most one is stored.',
  cites: ['semantics.1.2', 'rules.1.1'],
  operations: STATUS_PUTS,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .array(statusOf(on.resource), { minLength: 2, maxLength: 5 })
      .map((statuses) => [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        { do: 'together', branches: statuses.map((status) => [writeStatus(operation, on, status)]) },
        on.get('{{a}}'),
      ]);
  },
  check: (history: History): Iterable<Finding> => judgeRaces(history, 'replaceStatus'),
};
