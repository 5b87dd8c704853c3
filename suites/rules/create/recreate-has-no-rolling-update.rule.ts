import * as fc from 'fast-check';
import { judgeCreated } from '../../checks/create/creations.ts';
import type { Finding } from '../../checks/finding.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { createEdited, createsWithDefault } from './default-cases.ts';

const STRATEGY = ['spec', 'strategy'];

export const rule: Rule = {
  id: 'create/recreate-has-no-rolling-update',
  level: 'must',
  title:
    'A deployment of strategy type Recreate is not given a rollingUpdate, which is present only for RollingUpdate.',
  cites: ['deployment-strategy.rolling-update.1'],
  operations: createsWithDefault([...STRATEGY, 'type']),
  cases: (operation) => fc.constant(createEdited(operation, [{ set: '/spec/strategy', to: { type: 'Recreate' } }])),
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    if (at(creation.sent, ...STRATEGY, 'type') !== 'Recreate') return;
    const actual = at(object, ...STRATEGY, 'rollingUpdate') ?? undefined;
    yield {
      shape: 'Recreate',
      path: 'spec.strategy.rollingUpdate',
      expected: 'nothing',
      actual,
      holds: actual === undefined,
    };
  });
}
