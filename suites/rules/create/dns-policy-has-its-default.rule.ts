import { judgeDefaults } from '../../checks/create/filled-defaults.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { defaultCases, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['dnsPolicy']);

export const rule: Rule = {
  id: 'create/dns-policy-has-its-default',
  level: 'must',
  title: 'A pod spec that names no dnsPolicy has ClusterFirst, on the host network too.',
  cites: ['pod-spec.dns-policy.2', 'pod-spec.dns-policy.3'],
  operations: POD_CREATES,
  cases: (operation) =>
    fc.tuple(inTurn(...patternsOf(resourceOf(operation))), fc.boolean()).chain(([pattern, onHost]) => {
      const hostNetwork: Edit = { set: pointerTo([...pattern.slice(0, -1), 'hostNetwork']), to: true };
      return defaultCases(operation, pattern, ['Default', 'ClusterFirst'], onHost ? [hostNetwork] : []);
    }),
  check: (history, context) => judgeDefaults(history, context, patternsOf),
};
