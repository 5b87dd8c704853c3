import { RESOURCES } from '../../../spec/surface/resources.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { inTurn, objectOf, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Resource, Rule } from '../rule.ts';
import { GETS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/every-view-shows-the-same-object',
  level: 'must',
  title: 'A kind in two groups shows an object alike in both, except for the apiVersion, whichever group created it.',
  cites: ['versioning.2.deployment', 'versioning.3.conversion', 'resources.api-version.2'],
  operations: GETS.filter((operation) => groupVersionsOf(resourceOf(operation)).length > 1),
  cases: (operation) => {
    const gvrs = groupVersionsOf(resourceOf(operation));
    return inTurn(...gvrs).chain((maker) =>
      objectOf(maker).map((body) => [stepsOn(maker).createHere(body), ...gvrs.map((gvr) => stepsOn(gvr).get('{{a}}'))]),
    );
  },
  check,
};

function groupVersionsOf({ kind }: Resource): Resource[] {
  return RESOURCES.filter((resource) => resource.kind === kind);
}

function* check(history: History): Iterable<Finding> {
  for (const subject of RESOURCES.filter((resource) => groupVersionsOf(resource).length > 1)) {
    yield* judgeAgreement(history, {
      role: ({ source, gvr }) => (source !== 'get' ? undefined : gvr.id === subject.id ? 'subject' : 'reference'),
      shape: () => `under ${subject.apiVersion}`,
    });
  }
}
