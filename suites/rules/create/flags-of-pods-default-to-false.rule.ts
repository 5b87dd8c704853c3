import { judgeDefaults } from '../../checks/filled-defaults.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { defaultCases, inPodSpec, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['containers', '*', 'stdin'], ['containers', '*', 'stdinOnce'], ['hostPID'], ['hostIPC']);

export const rule: Rule = {
  id: 'create/flags-of-pods-default-to-false',
  level: 'must',
  title: 'The flags of pods and containers that default to false are false or absent when left out, and true when set.',
  cites: ['container.stdin.1', 'container.stdin-once.1', 'container.tty.1', 'pod-spec.host-ipc.1', 'pod-spec.host-pid.1', 'pod-spec.host-network.1'],
  operations: POD_CREATES,
  cases: (operation) => inTurn(...patternsOf(resourceOf(operation))).chain((pattern) => defaultCases(operation, pattern, [false, true])),
  check: (history, context) => judgeDefaults(history, context, patternsOf, { zeroMayBeAbsent: true }),
};
