import { judgeCreated, refusedCreates } from '../../checks/create/creations.ts';
import { at, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/client-cannot-choose-the-self-link',
  level: 'should',
  impact: 'form',
  title: 'A create ignores a selfLink in its body, or is refused.',
  cites: ['object-metadata.self-link.1'],
  operations: CREATES,
  cases: (operation) =>
    fc.constant(
      createAndRead(stepsOn(resourceOf(operation)), {
        $edit: minimalObject(resourceOf(operation), '{{a}}'),
        with: [{ set: '/metadata/selfLink', to: '/chosen/by/the/client' }],
      }),
    ),
  check,
  // The server may also refuse what only the system assigns.
  negative: true,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  yield* refusedCreates(history, rule.id);
  yield* judgeCreated(history, function* ({ creation, object }) {
    const chosen = textAt(creation.sent, 'metadata', 'selfLink') ?? '';
    const name = textAt(creation.made, 'metadata', 'name');
    if (chosen === '' || chosen.endsWith(`/${name}`)) return;
    const link = at(object, 'metadata', 'selfLink');
    yield {
      shape: 'selfLink sent',
      path: 'metadata.selfLink',
      expected: 'the path of the object',
      actual: link,
      holds: link !== chosen,
    };
  });
}
