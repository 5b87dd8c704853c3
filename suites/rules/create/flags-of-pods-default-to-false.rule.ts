import { judgeDefaults, type DefaultPath } from '../../checks/create/filled-defaults.ts';
import type { Edit } from '../../program/program.ts';
import { inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { containerAt, defaultCases, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const OF_CONTAINERS = ['containers', 'initContainers'].flatMap((list) =>
  ['stdin', 'stdinOnce', 'tty'].map((flag) => [list, '*', flag]),
);

const patternsOf = inPodSpec(...OF_CONTAINERS, ['hostPID'], ['hostIPC'], ['hostNetwork']);

export const rule: Rule = {
  id: 'create/flags-of-pods-default-to-false',
  level: 'must',
  title:
    'A flag of a pod or container that defaults to false is shown as false or absent if it was left out, and as true if it was set.',
  cites: [
    'container.stdin.1',
    'container.stdin-once.1',
    'container.tty.1',
    'pod-spec.host-ipc.1',
    'pod-spec.host-pid.1',
    'pod-spec.host-network.1',
  ],
  operations: POD_CREATES,
  cases: (operation) =>
    inTurn(...patternsOf(resourceOf(operation))).chain((pattern) =>
      defaultCases(operation, pattern, [false, true], [...containerAt(pattern), ...streamFor(pattern)]),
    ),
  check: (history, context) => judgeDefaults(history, context, patternsOf, { zeroMayBeAbsent: true }),
};

/** A terminal needs the standard input (document, Container: tty). */
function streamFor(pattern: DefaultPath): readonly Edit[] {
  return pattern.at(-1) === 'tty' ? [{ set: pointerTo([...pattern.slice(0, -1), 'stdin']), to: true }] : [];
}
