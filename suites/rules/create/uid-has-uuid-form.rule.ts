import { judgeCreated } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/uid-has-uuid-form',
  level: 'must',
  impact: 'form',
  title: 'A created object has a uid in UUID form, given by the system.',
  cites: ['object-metadata.uid.3', 'object-metadata.uid.type'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(createAndRead(stepsOn(resourceOf(operation)), minimalObject(resourceOf(operation), '{{a}}'))),
  check,
  least: 2,
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ object }) {
    const uid = textAt(object, 'metadata', 'uid');
    yield { shape: 'uid', path: 'metadata.uid', expected: 'a UUID', actual: uid, holds: UUID.test(uid ?? '') };
  });
}
