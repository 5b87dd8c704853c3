import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import { at } from '../../oracle/json.ts';
import { inTurn, minimalObject, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['restartPolicy']);

export const rule: Rule = {
  id: 'create/restart-policy-has-its-default',
  level: 'must',
  title: 'A pod spec that names no restartPolicy has Always.',
  cites: ['pod-spec.restart-policy.2'],
  // Real servers require a restart policy for jobs, so their smallest object has one.
  operations: POD_CREATES.filter((operation) => {
    const resource = resourceOf(operation);
    return patternsOf(resource).every((pattern) => at(minimalObject(resource, 'bare'), ...pattern) === undefined);
  }),
  cases: (operation) =>
    inTurn(...patternsOf(resourceOf(operation))).chain((pattern) => defaultCases(operation, pattern, ['Always'])),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
