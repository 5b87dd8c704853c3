import { judgeCreated, refusedCreates } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/client-cannot-choose-the-creation-time',
  level: 'should',
  title: 'A create ignores a creationTimestamp in its body, or is refused.',
  cites: ['object-metadata.creation-timestamp.1', 'parameters.read.export'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(
      createAndRead(stepsOn(resourceOf(operation)), {
        $edit: minimalObject(resourceOf(operation), '{{a}}'),
        with: [{ set: '/metadata/creationTimestamp', to: '2001-02-03T04:05:06Z' }],
      }),
    ),
  check,
  // The server may also refuse what only the system assigns.
  negative: true,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  yield* refusedCreates(history, rule.id);
  yield* judgeCreated(history, function* ({ creation, object }) {
    const chosen = textAt(creation.sent, 'metadata', 'creationTimestamp');
    if (chosen === undefined || Number.isNaN(Date.parse(chosen))) return;
    const time = textAt(object, 'metadata', 'creationTimestamp');
    const holds = Date.parse(time ?? '') !== Date.parse(chosen);
    yield {
      shape: 'timestamp sent',
      path: 'metadata.creationTimestamp',
      expected: 'the time at which the system made it',
      actual: time,
      holds,
    };
  });
}
