import { creations } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { held, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/recreated-object-has-a-new-uid',
  level: 'must',
  title: 'No two creates give the same uid, even if an object is deleted and created again under its name.',
  cites: ['object-metadata.uid.1'],
  // A deleted namespace may stay for a while, so its name is not free at once.
  operations: CREATES.filter((operation) => resourceOf(operation).namespaced),
  needs: ['delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const [make, remove] = [on.createHere(minimalObject(on.resource, '{{a}}')), on.remove('{{a}}')];
    const makeOther = on.createHere(minimalObject(on.resource, '{{ab}}'));
    return fc.constant([make, makeOther, remove, make, remove, make]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const names = new Map<string, string>();
  for (const { exchange, made, key } of creations(history)) {
    const uid = textAt(made, 'metadata', 'uid');
    if (uid === undefined || uid === '') continue;
    const before = names.get(uid);
    const shape = [...names.values()].includes(key.id) ? 'made again' : 'another name';
    if (before !== undefined)
      yield violated(
        exchange,
        `a uid of its own for ${key.name}`,
        `${uid}, that of an object made before`,
        `uid given twice, ${before === key.id ? 'made again' : 'another name'}`,
      );
    else if (names.size > 0) yield held(exchange, shape);
    names.set(uid, key.id);
  }
}
