import type { Finding } from '../../checks/finding.ts';
import { appearances } from '../../checks/creations.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { objectOf } from '../../generators/objects.ts';
import { missing, SYSTEM_WRITTEN } from '../../oracle/comparison.ts';
import { isTyped } from '../../checks/wrong-types.ts';
import type { History } from '../../oracle/history.ts';
import { unshown } from '../../oracle/write-only.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { createAndLook, CREATES } from './create-and-look.ts';

/** The apiVersion is that of the path through which the object is read. */
const BY_PATH_OR_SYSTEM = ['/apiVersion', '/kind', ...SYSTEM_WRITTEN];

export const rule: Rule = {
  id: 'create/keeps-every-field-that-was-sent',
  level: 'must',
  title: 'A created object has every field that the client may set, with exactly the value that was sent, wherever it is shown.',
  cites: ['what-the-service-does.desired-state', 'what-the-service-does.components', 'object-metadata.annotations.1'],
  operations: CREATES,
  cases: (operation) => objectOf(resourceOf(operation), { name: '{{a}}' }).map((body) => createAndLook(stepsOn(resourceOf(operation)), body)),
  check,
};

function* check(history: History): Iterable<Finding> {
  for (const { creation, where, object } of appearances(history)) {
    const { schema } = creation.exchange.call.resource;
    const first = missing(creation.sent, object, { schema, ignore: [...BY_PATH_OR_SYSTEM, ...unshown(creation.sent)] }).find(({ path }) => isTyped(schema, path));
    if (first === undefined) yield held(creation.exchange, where);
    else yield violated(creation.exchange, `${first.path} ${show(first.expected)}, as it was sent`, `${show(first.actual)} ${where}`, `${generic(first.path)} ${where}`);
  }
}

/** A path without the indexes and keys that a case chose. */
function generic(path: string): string {
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/*').replaceAll(/\[[^\]]*\]/g, '*');
}
