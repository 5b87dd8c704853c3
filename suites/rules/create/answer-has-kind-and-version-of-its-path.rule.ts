import { appearances } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule, Template } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/answer-has-kind-and-version-of-its-path',
  level: 'must',
  impact: 'form',
  title:
    'A created object carries the kind and the apiVersion of the path that it was sent to, even if the body leaves them out.',
  cites: ['resources.kind.1', 'resources.kind.2', 'resources.api-version.1', 'versioning.3', 'events.5.1'],
  operations: CREATES,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const left = fc.constantFrom<readonly string[]>([], ['kind'], ['apiVersion'], ['kind', 'apiVersion']);
    return left.map((members) => createAndRead(stepsOn(resource), without(minimalObject(resource, '{{a}}'), members)));
  },
  check,
  // The server need not infer what a body leaves out (document, Resources and their fields: kind, apiVersion).
  negative: true,
};

function without(object: Template & object, members: readonly string[]): Template {
  return { $edit: object, with: members.map((member) => ({ remove: `/${member}` })) };
}

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const { resource } = creation.exchange.call;
    for (const [member, expected] of [
      ['kind', resource.kind],
      ['apiVersion', resource.apiVersion],
    ] as const) {
      const actual = at(object, member);
      const shape = `${member} ${Object.hasOwn(creation.sent, member) ? 'sent' : 'inferred'}`;
      if (actual === expected) yield held(creation.exchange, shape);
      else if (member === 'kind' || where === 'in the response of the create')
        yield violated(creation.exchange, `${member} ${show(expected)}`, `${show(actual)} ${where}`, shape);
    }
  }
}
