import { RESOURCES } from '../../../spec/surface/resources.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { AT_ONCE, operationsOf, stepsOn } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Resource, Rule, Step } from '../rule.ts';
import { WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/both-views-of-a-deployment-agree',
  level: 'must',
  title:
    'An object that is served in two group versions is one object: each version of it shows the same content in both.',
  cites: ['versioning.2.deployment', 'versioning.3.conversion'],
  operations: operationsOf(['get', 'list'], (resource) => otherGroupVersion(resource).id !== resource.id),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 6, throughBoth),
  check: (history: History): Iterable<Finding> => [...judge(history, 0), ...judge(history, 1)],
  least: 1,
};

/** A labelled object, read through both group-versions by get and list, and once more after its delete through one. */
function throughBoth(resource: Resource): readonly Step[] {
  const [on, other] = [stepsOn(resource), stepsOn(otherGroupVersion(resource))];
  const object = {
    $edit: heldObject(on, '{{both}}'),
    with: ['labels', 'annotations'].map((member) => ({ set: `/metadata/${member}`, to: { seen: 'twice' } })),
  };
  return [
    on.create(object),
    on.get('{{both}}'),
    other.get('{{both}}'),
    on.list(),
    other.list(),
    other.patch('{{both}}', { metadata: { labels: { seen: 'again' } } }),
    on.get('{{both}}'),
    on.list(),
    other.remove('{{both}}', { body: AT_ONCE }),
    on.get('{{both}}'),
    other.get('{{both}}'),
    release(on, '{{both}}'),
  ];
}

/** Compares the two group-versions: one is the subject, the other the reference. */
function judge(history: History, subject: 0 | 1): Iterable<Finding> {
  const gvrs = RESOURCES.filter((resource) => otherGroupVersion(resource).id !== resource.id).map(({ id }) => id);
  return judgeAgreement(history, {
    role: ({ gvr, source }) => {
      const place = gvrs.indexOf(gvr.id);
      if (place === -1 || source === 'delete') return undefined;
      return place % 2 === subject ? 'subject' : 'reference';
    },
  });
}
