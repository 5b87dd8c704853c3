import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { judgeDeletedEvents } from '../../checks/watch/deleted-events.ts';
import { perWatch, type WatchContext } from '../../checks/watch/per-watch.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { fc, inTurn, OWN_OBJECTS, versionOf } from '../cases.ts';
import type { Finding, Operation, Rule } from '../rule.ts';
import { DEPARTINGS, comesAndGoes } from './departures.ts';
import { NAMESPACED, fence, listFirst, made, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/removal-of-a-selected-object-is-told',
  level: 'must',
  title:
    'A watch with a selector delivers a DELETED event for each object that it has shown or that is selected when it goes, however the object went.',
  cites: ['parameters.list.label-selector', 'events.1.2', 'events.2.3'],
  operations: NAMESPACED,
  needs: ['create', 'delete'],
  cases: (operation, choices) =>
    fc
      .record({
        ways: fc.shuffledSubarray([...DEPARTINGS], { minLength: 3 }),
        listed: inTurn(true, false),
        selection: inTurn(...selections(operation, choices)),
      })
      .map(({ ways, listed, selection }) => [
        ...made(operation, ['a', 'ab']),
        listFirst(operation),
        watchBy(operation, 'seen', { ...selection, ...(listed ? { resourceVersion: versionOf('list') } : {}) }),
        // Another selection, of the same objects.
        ...(operation.verb === 'watch'
          ? []
          : [watchBy(operation, 'beside', { labelSelector: 'plumbline-case in ({{case}},none)' })]),
        ...ways.flatMap((how, index) => comesAndGoes(operation, how, index === 0 ? 'read' : 'changed')),
        ...fence(operation, 'seen'),
      ]),
  check: (history) => perWatch(history, judge),
  least: 2,
};

/** Selectors that match all objects of the case: by label, and by field if every watch of the dialect supports it. */
function selections(operation: Operation, choices: DialectChoices): Readonly<Record<string, string>>[] {
  const byField = { fieldSelector: operation.verb === 'watch' ? 'metadata.name={{a}}' : 'metadata.name!={{none}}' };
  return choices['selectors.field-names'] === 'by-kind' ? [OWN_OBJECTS] : [OWN_OBJECTS, byField];
}

function* judge(watch: Watch, context: WatchContext): Iterable<Finding> {
  if (watch.selects) yield* judgeDeletedEvents(watch, context);
}
