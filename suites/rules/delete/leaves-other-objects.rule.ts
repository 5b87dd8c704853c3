import { judgeBystanders, relationByName } from '../../checks/bystanders.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { bystanderCase } from '../bystander-case.ts';
import { inTurn, AT_ONCE, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Finding, History, Program, Rule, Template } from '../rule.ts';
import { DELETES, SINGLE_OPTIONS } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/leaves-other-objects',
  level: 'must',
  title:
    'A delete removes no other object: none whose name begins alike, and none of that name in another namespace or of another kind.',
  cites: ['semantics.6.1', 'what-the-service-does.namespaces'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(AT_ONCE, ...SINGLE_OPTIONS).map((body) => [
      ...bystanderCase(on.resource, [on.remove('{{a}}', { body })]),
      ...(on.resource.kind === 'Service' ? selectedPod(on, body) : []),
    ]);
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, { verbs: ['delete'], relation: relationByName }),
  sweep: true,
};

/** A Service goes; the pod that it selects stays. */
function selectedPod(on: Steps, body: Template): Program {
  const pods = stepsOn(resourceById('pods'));
  const selector = { 'selected-by': '{{service}}' };
  return [
    pods.create({
      $edit: minimalObject(pods.resource, '{{chosen}}'),
      with: [{ set: '/metadata/labels', to: selector }],
    }),
    on.create({ $edit: minimalObject(on.maker, '{{service}}'), with: [{ set: '/spec/selector', to: selector }] }),
    on.remove('{{service}}', { body }),
    pods.get('{{chosen}}'),
  ];
}
