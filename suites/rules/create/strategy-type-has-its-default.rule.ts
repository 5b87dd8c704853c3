import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Edit } from '../../program/program.ts';
import { inTurn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'strategy', 'type'];

/** No strategy, an empty one, and one that has another member. */
const STRATEGIES: readonly (readonly Edit[])[] = [
  [],
  [{ set: '/spec/strategy', to: {} }],
  [{ set: '/spec/strategy', to: { rollingUpdate: { maxSurge: 1 } } }],
];

export const rule: Rule = {
  id: 'create/strategy-type-has-its-default',
  level: 'must',
  title: 'A deployment that names no strategy type has RollingUpdate.',
  cites: ['deployment-strategy.type.2'],
  operations: createsWithDefault(PATH),
  cases: (operation) =>
    inTurn(...STRATEGIES).chain((beside) =>
      defaultCases(operation, PATH, ['RollingUpdate', ...(beside.length === 0 ? ['Recreate'] : [])], beside),
    ),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
