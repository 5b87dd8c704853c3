import { fc, minimalObject, NO_SCHEDULER, NOWHERE, ONE_CONTAINER, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { JsonObject, Operation, Program, Template } from '../rule.ts';
import { ACTS_WITHIN_MS, PAUSE } from './controller-cases.ts';

/** A pod for any node, with these other members of its spec. */
export function podForAnyNode(on: Steps, name: string, spec: Readonly<Record<string, Template>> = {}): Template {
  return {
    ...minimalObject(on.resource, name),
    spec: { containers: [ONE_CONTAINER], terminationGracePeriodSeconds: 0, ...spec },
  };
}

/** A required node affinity that no node meets. */
export const AFFINE_TO_NONE: JsonObject = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'plumbline-node', operator: 'In', values: ['none'] }] }],
    },
  },
};

/**
 * A pod for any node, two for missing nodes (by labels and by affinity), and one for a missing scheduler. Waits
 * until the first has a host.
 */
export function podsToSchedule(operation: Operation): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return fc.constant([
    on.watch('seen', '{{a}}'),
    on.createHere(podForAnyNode(on, '{{b}}', { nodeSelector: NOWHERE })),
    on.createHere(podForAnyNode(on, '{{c}}', { schedulerName: NO_SCHEDULER })),
    on.createHere(podForAnyNode(on, '{{d}}', { affinity: AFFINE_TO_NONE })),
    on.createHere(podForAnyNode(on, '{{a}}')),
    { do: 'await', watch: 'seen', until: { events: 2 }, within: ACTS_WITHIN_MS },
    PAUSE,
    on.get('{{a}}'),
    on.get('{{b}}'),
    on.get('{{c}}'),
    on.get('{{d}}'),
  ]);
}
