import { judgeCreated } from '../../checks/create/creations.ts';
import { at, isObject } from '../../oracle/json.ts';
import { counterpartAt } from '../../oracle/values/member-at.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { fc } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { createEdited, POD_CREATES } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/empty-resources-and-security-context-are-echoed',
  level: 'should',
  title:
    'A container that was sent without resources shows resources as an object, and a pod without a security context shows one, on the pod or on its container.',
  cites: ['container.defaults-echoed'],
  operations: POD_CREATES,
  cases: (operation) => fc.constant(createEdited(operation, [])),
  check,
  least: 2,
};

function check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const onThePod = choices['container.empty-security-context'] === 'pod';
  return judgeCreated(history, function* ({ creation, object }) {
    const podSpec = POD_SPEC[creation.exchange.call.resource.kind];
    if (podSpec === undefined || at(creation.sent, ...podSpec, 'containers', 0) === undefined) return;
    const container = counterpartAt(creation.sent, object, [...podSpec, 'containers', 0]);
    const contexts = [at(object, ...podSpec, 'securityContext'), at(container, 'securityContext')];
    yield {
      shape: 'resources',
      path: 'containers[*].resources',
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
  });
}
