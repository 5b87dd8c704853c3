import { judgeCreated } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { isTime } from '../../oracle/values/rfc-3339.ts';
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

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ object }) {
    const time = textAt(object, 'metadata', 'creationTimestamp');
    yield {
      shape: 'timestamp',
      path: 'metadata.creationTimestamp',
      expected: 'a time such as 2006-01-02T15:04:05Z',
      actual: time,
      holds: isTime(time ?? ''),
    };
  });
}
