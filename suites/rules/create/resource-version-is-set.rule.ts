import { judgeCreated } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/resource-version-is-set',
  level: 'must',
  title: 'A created object has a resourceVersion: a text that is not empty.',
  cites: ['object-metadata.resource-version.1', 'object-metadata.resource-version.type'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(createAndRead(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ object }) {
    const version = at(object, 'metadata', 'resourceVersion');
    yield {
      shape: 'version',
      path: 'metadata.resourceVersion',
      expected: 'a text that is not empty',
      actual: version,
      holds: typeof version === 'string' && version !== '',
    };
  });
}
