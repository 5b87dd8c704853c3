import * as fc from 'fast-check';
import { creations } from '../../checks/creations.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { CREATES } from './create-and-look.ts';

export const rule: Rule = {
  id: 'create/generated-name-starts-with-its-prefix',
  level: 'should',
  title: 'An object that is made with generateName and without a name gets a name of its own that starts with that text.',
  cites: ['object-metadata.name.1', 'other-shapes.unshown-nested'],
  operations: CREATES,
  needs: [],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const body = { $edit: minimalObject(resource, '{{a}}'), with: [{ remove: '/metadata/name' }, { set: '/metadata/generateName', to: '{{a}}-' }] };
    return fc.constant([stepsOn(resource).createHere(body), stepsOn(resource).createHere(body)]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const given = new Set<string>();
  for (const { exchange, sent, made } of creations(history)) {
    const [prefix, name] = [textAt(sent, 'metadata', 'generateName') ?? '', textAt(made, 'metadata', 'name') ?? ''];
    if (prefix === '' || (textAt(sent, 'metadata', 'name') ?? '') !== '') continue;
    if (!name.startsWith(prefix) || name.length === prefix.length) yield violated(exchange, `a name that starts with ${show(prefix)}`, show(name), 'metadata.name');
    else if (given.has(name)) yield violated(exchange, 'a name of its own', `${show(name)}, given before`, 'given twice');
    else yield held(exchange, given.size === 0 ? 'first' : 'again');
    given.add(name);
  }
}
