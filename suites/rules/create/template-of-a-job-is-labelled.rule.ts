import type { Kind } from '../../../spec/surface/resources.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited, POD_CREATES } from './default-cases.ts';

/** Labels that the system adds to the pod template of each kind. */
const ADDED: Readonly<Partial<Record<Kind, readonly string[]>>> = { Job: ['controller-uid', 'job-name'] };

export const rule: Rule = {
  id: 'create/template-of-a-job-is-labelled',
  level: 'must',
  title: 'The system labels the pod template of a job with controller-uid, its uid, and job-name, its name.',
  cites: ['job-spec.template.2'],
  operations: POD_CREATES.filter((operation) => ADDED[resourceOf(operation).kind] !== undefined),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const unnamed = {
      $edit: minimalObject(on.resource, '{{b}}'),
      with: [{ remove: '/metadata/name' }, { set: '/metadata/generateName', to: '{{b}}-' }],
    };
    return fc.constant([...createEdited(operation, []), on.createHere(unnamed), on.list()]);
  },
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const template = at(object, ...(POD_SPEC[kind]?.slice(0, -1) ?? []));
    // With a manual selector, the client must set the labels too.
    if (at(creation.sent, 'spec', 'manualSelector') === true) return;
    for (const label of ADDED[kind] ?? []) {
      const expected = textAt(object, 'metadata', label.endsWith('uid') ? 'uid' : 'name');
      const actual = textAt(template, 'metadata', 'labels', label);
      yield {
        shape: label,
        path: `template.metadata.labels.${label}`,
        expected: `${expected}`,
        actual,
        holds: actual === expected,
      };
    }
  });
}
