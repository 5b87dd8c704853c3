import { judgeBystanders, relationByName } from '../../checks/bystanders.ts';
import { resourceById } from '../../../spec/surface/resources.ts';
import { bystanderCase } from '../bystander-case.ts';
import { inTurn, AT_ONCE, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { dependant, referenceTo, WAIT_FOR_THE_COLLECTOR } from '../reference-to.ts';
import type { Finding, History, Program, Rule, Template } from '../rule.ts';
import { DELETES, SINGLE_OPTIONS } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/leaves-other-objects',
  level: 'must',
  title:
    'A delete removes no other object: none whose name begins alike, none of that name in another namespace or of another kind, no dependant of such an object, and no event about the deleted one.',
  cites: ['semantics.6.1', 'what-the-service-does.namespaces'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(AT_ONCE, ...SINGLE_OPTIONS).map((body) => [
      ...bystanderCase(on.resource, [on.remove('{{a}}', { body })]),
      ...namesakeWithDependant(on, body),
      ...(on.resource.kind === 'Service' ? selectedPod(on, body) : []),
    ]);
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, { verbs: ['delete'], relation: relationByName }),
  sweep: true,
};

/** An object goes. An event about it stays, and so does the dependant of an object of another kind with that name. */
function namesakeWithDependant(on: Steps, body: Template): Program {
  if (!on.resource.namespaced) return [];
  const owners = stepsOn(resourceById(on.resource.kind === 'ConfigMap' ? 'pods' : 'configmaps'));
  const children = stepsOn(resourceById('configmaps'));
  const events = stepsOn(resourceById('events'));
  const { apiVersion, kind } = on.resource;
  const about = {
    apiVersion,
    kind,
    name: '{{n}}',
    namespace: '{{namespace}}',
    uid: { $from: 'named', at: '/metadata/uid' },
  };
  const owner = referenceTo(owners.resource, '{{n}}', 'namesake');
  return [
    on.create(minimalObject(on.maker, '{{n}}'), { as: 'named' }),
    owners.create(minimalObject(owners.maker, '{{n}}'), { as: 'namesake' }),
    children.create(dependant(children, '{{child}}', owner)),
    events.create({ ...minimalObject(events.maker, '{{event}}'), involvedObject: about }),
    on.remove('{{n}}', { body }),
    WAIT_FOR_THE_COLLECTOR,
    children.get('{{child}}'),
    events.get('{{event}}'),
  ];
}

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
