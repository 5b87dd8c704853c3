import * as fc from 'fast-check';
import { judgeCreated } from '../../checks/create/creations.ts';
import type { Finding } from '../../checks/finding.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/uid-has-uuid-form',
  level: 'must',
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
