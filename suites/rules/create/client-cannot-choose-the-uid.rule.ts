import { judgeCreated, refusedCreates } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/client-cannot-choose-the-uid',
  level: 'must',
  title: 'A create ignores a uid in its body, or is refused: the system assigns the uid.',
  cites: ['object-metadata.uid.2'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(
      createAndRead(stepsOn(resourceOf(operation)), {
        $edit: minimalObject(resourceOf(operation), '{{a}}'),
        with: [{ set: '/metadata/uid', to: CHOSEN }],
      }),
    ),
  check,
  // The server may also refuse what only the system assigns.
  negative: true,
  least: 2,
};

const CHOSEN = '00000000-1111-2222-3333-444444444444';

function* check(history: History): Iterable<Finding> {
  yield* refusedCreates(history, rule.id);
  yield* judgeCreated(history, function* ({ creation, object }) {
    const chosen = textAt(creation.sent, 'metadata', 'uid') ?? '';
    if (chosen === '') return;
    const uid = at(object, 'metadata', 'uid');
    yield {
      shape: 'uid sent',
      path: 'metadata.uid',
      expected: 'one that the system assigned',
      actual: uid,
      holds: uid !== chosen,
    };
  });
}
