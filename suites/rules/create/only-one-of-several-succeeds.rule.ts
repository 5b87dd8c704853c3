import * as fc from 'fast-check';
import type { ResourceCalled } from '../../checks/answers.ts';
import { refused, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Program } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { worldOf } from '../../oracle/world.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { CREATES } from './create-and-look.ts';

export const rule: Rule = {
  id: 'create/only-one-of-several-succeeds',
  level: 'must',
  title: 'Of several creates of one name, sent in parallel through any view of the kind, one succeeds and the others are refused.',
  cites: ['what-the-service-does.namespaces', 'object-metadata.name.1', 'object-metadata.uid.1'],
  operations: CREATES,
  needs: ['get'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const views = fc.constantFrom(...RESOURCES.filter(({ kind }) => kind === resource.kind));
    const others = fc.array(views, { minLength: 1, maxLength: 4 });
    return others.map((more) => [
      { do: 'together', branches: [resource, ...more].map((view): Program => [stepsOn(view).createHere(minimalObject(view, '{{a}}'))]) },
      stepsOn(resource).get('{{a}}'),
      stepsOn(resource).list(),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const key of world.keys) {
    const writes = world.writesTo(key);
    const creates = writes.filter(({ verb }) => verb === 'create').map(({ exchange }) => exchange as ResourceCalled);
    // Where something may have removed it, a name may be given again.
    if (creates.length < 2 || writes.some(({ verb }) => verb === 'delete' || verb === 'deleteCollection')) continue;
    const won = creates.filter(succeeded);
    const uids = new Set(won.map(({ response }) => textAt(response?.body?.value, 'metadata', 'uid')));
    const [first, second] = won;
    if (first === undefined) continue;
    if (second !== undefined && world.soleWriter(key)) yield violated(second, 'a refusal: another create of the name succeeded', `success${uids.size > 1 ? ', with another uid' : ''}`, 'two creates of one name succeed');
    else if (creates.some((other) => other !== first && refused(other) && other.began < first.ended && first.began < other.ended)) yield held(first, `one of ${creates.length}`);
  }
}
