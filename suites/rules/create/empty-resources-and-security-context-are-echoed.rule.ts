import { judgeCreated } from '../../checks/create/creations.ts';
import { at, isObject } from '../../oracle/json.ts';
import { counterpartAt } from '../../oracle/values/member-at.ts';
import { containersIn, POD_SPEC, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, ONE_CONTAINER, resourceOf } from '../cases.ts';
import type { CheckContext, Finding, History, Operation, Rule } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const LISTS = ['containers', 'initContainers'] as const;

export const rule: Rule = {
  id: 'create/empty-resources-and-security-context-are-echoed',
  level: 'should',
  title:
    'A container or init container that was sent without resources shows resources as an object, and a pod without a security context shows one, on the pod or on each of its containers.',
  cites: ['container.defaults-echoed'],
  operations: POD_CREATES,
  cases: (operation) => fc.constant(createEdited(operation, withFurther(operation))),
  check,
  least: 2,
};

/** Edits that give a pod spec two containers and two init containers, all without resources and a security context. */
function withFurther(operation: Operation): readonly Edit[] {
  return LISTS.flatMap((list, at) =>
    inPodSpec([list])(resourceOf(operation)).map((pattern): Edit => ({
      set: pointerTo(pattern),
      to: ['one', 'other'].map((name) => ({ ...ONE_CONTAINER, name: `${name}-${at}` })),
    })),
  );
}

function check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const onThePod = choices['container.empty-security-context'] === 'pod';
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const podSpec = POD_SPEC[kind];
    if (podSpec === undefined) return;
    for (const list of LISTS) {
      for (const index of containersIn(podSpecOf(kind, creation.sent), list).keys()) {
        const container = counterpartAt(creation.sent, object, [...podSpec, list, index]);
        const contexts = [at(object, ...podSpec, 'securityContext'), at(container, 'securityContext')];
        yield {
          shape: 'resources',
          path: `${list}[*].resources`,
          expected: 'an object',
          actual: at(container, 'resources'),
          holds: isObject(at(container, 'resources')),
        };
        yield {
          shape: 'securityContext',
          path: 'securityContext',
          expected: `an object, on the pod${onThePod ? '' : ' or the container'}`,
          actual: contexts[0],
          holds: contexts.slice(0, onThePod ? 1 : 2).some(isObject),
        };
      }
    }
  });
}
