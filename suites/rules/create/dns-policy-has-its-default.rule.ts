import * as fc from 'fast-check';
import { judgeDefaults } from '../../checks/filled-defaults.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['dnsPolicy']);

export const rule: Rule = {
  id: 'create/dns-policy-has-its-default',
  level: 'must',
  title: 'A pod spec that names no dnsPolicy has ClusterFirst.',
  cites: ['pod-spec.dns-policy.2'],
  operations: POD_CREATES,
  cases: (operation) => fc.constantFrom(...patternsOf(resourceOf(operation))).chain((pattern) => defaultCases(operation, pattern, ['Default', 'ClusterFirst'])),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
