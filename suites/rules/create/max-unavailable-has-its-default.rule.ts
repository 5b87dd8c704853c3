import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Edit } from '../../program/program.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { createsWithDefault, defaultCases } from './default-cases.ts';

const PATH = ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'];

/** A rolling update with only the other bound. */
const HALF: readonly Edit[] = [
  { set: '/spec/strategy', to: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
];

export const rule: Rule = {
  id: 'create/max-unavailable-has-its-default',
  level: 'must',
  title: 'A rolling update that names no maxUnavailable has 25%.',
  cites: ['rolling-update.max-unavailable.4', 'limits.max-surge-and-max-unavailable'],
  operations: createsWithDefault(PATH),
  cases: (operation) =>
    fc.oneof(defaultCases(operation, PATH, ['10%', 3, '25%']), defaultCases(operation, PATH, [2], HALF)),
  check: (history, context) => judgeDefaults(history, context, () => [PATH]),
};
