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
  operations: GETS.filter((operation) => viewsOf(resourceOf(operation)).length > 1),
  cases: (operation) => {
    const views = viewsOf(resourceOf(operation));
    return inTurn(...views).chain((maker) =>
      objectOf(maker, { name: '{{a}}' }).map((body) => [
        stepsOn(maker).createHere(body),
        ...views.map((view) => stepsOn(view).get('{{a}}')),
      ]),
    );
  },
  check,
};

function viewsOf({ kind }: Resource): Resource[] {
  return RESOURCES.filter((resource) => resource.kind === kind);
}

function* check(history: History): Iterable<Finding> {
  for (const subject of RESOURCES.filter((resource) => viewsOf(resource).length > 1)) {
    yield* judgeAgreement(history, {
      role: ({ source, view }) => (source !== 'get' ? undefined : view.id === subject.id ? 'subject' : 'reference'),
      shape: () => `under ${subject.apiVersion}`,
    });
  }
}
