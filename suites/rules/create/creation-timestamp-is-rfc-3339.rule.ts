import { judgeCreated } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/creation-timestamp-is-rfc-3339',
  level: 'must',
  impact: 'form',
  title: 'A created object has a creation timestamp in the form of RFC 3339.',
  cites: ['object-metadata.creation-timestamp.1', 'object-metadata.creation-timestamp.type'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(createAndRead(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/;

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ object }) {
    const time = textAt(object, 'metadata', 'creationTimestamp');
    const holds = RFC_3339.test(time ?? '') && !Number.isNaN(Date.parse(time ?? ''));
    yield {
      shape: 'timestamp',
      path: 'metadata.creationTimestamp',
      expected: 'a time such as 2006-01-02T15:04:05Z',
      actual: time,
      holds,
    };
  });
}
