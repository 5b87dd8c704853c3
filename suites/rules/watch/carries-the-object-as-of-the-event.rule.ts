import { judgeEventStates } from '../../checks/watch/event-states.ts';
import { statusOf } from '../../generators/statuses.ts';
import { fc, minimalObject, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { everyOtherPrefixed } from '../name-prefixes.ts';
import type { Operation, Program, Rule, Step } from '../rule.ts';
import { BEFORE, deeds, storySteps, noOpAndStalePuts } from './story.ts';
import { WATCHED, distinctObject, fence, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/carries-the-object-as-of-the-event',
  level: 'must',
  title: 'The object of an event is the result of the write that the event reports, in the state of that version.',
  cites: ['events.2.3', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const on = stepsOn(resource);
    const drawn = fc.record({ there: BEFORE, status: statusOf(resource), story: deeds(operation, 2, 5) });
    const cases = drawn.map(({ there, status, story }): Program => {
      const again = there.map((name) =>
        watchBy(operation, `from-${name}`, { resourceVersion: versionOf(`made-${name}`) }),
      );
      return [
        ...made(operation, there),
        // A watch without a version begins with an object that has a status.
        ...(resource.hasStatus && there.length > 0 ? [on.patchStatus('{{a}}', { status })] : []),
        watchBy(operation, 'seen'),
        ...storySteps(operation, story, there),
        ...bareAfterLabelled(operation),
        ...noOpAndStalePuts(on, '{{a}}'),
        on.create(distinctObject(on.maker, '{{full}}')),
        ...again.slice(0, 1),
        ...fence(operation, 'seen', ...again.slice(0, 1).map(({ as }) => as)),
      ];
    });
    return everyOtherPrefixed(cases);
  },
  check: (history) => judgeEventStates(history),
  least: 2,
};

/** Changes of two objects in turn, of which the second has no labels and no annotations. */
function bareAfterLabelled(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const note = (name: string, turn: string | null): Step => on.patch(name, { metadata: { annotations: { turn } } });
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    on.create(minimalObject(on.maker, '{{abc}}'), { unlabelled: true }),
    note('{{a}}', '1'),
    note('{{abc}}', '1'),
    note('{{a}}', '2'),
    note('{{abc}}', null),
  ];
}
