import { judgeStart, judgeDelivered } from '../../checks/watch/watch-demands.ts';
import { awaitObject, fc, inTurn, minimalObject, resourceOf, stepsOn, versionOf } from '../cases.ts';
import type { Finding, History, Operation, Rule, Step } from '../rule.ts';
import { type StoryWrite, deeds, storySteps } from './story.ts';
import { fence, listFirst, made, watchBy, WATCHED } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/starts-after-its-version',
  level: 'must',
  title: 'A watch from a version delivers every later change, even those from before it was opened, and nothing older.',
  cites: ['events.4.2', 'parameters.list.resource-version.1'],
  operations: WATCHED,
  needs: ['create', 'list'],
  cases: (operation) => {
    const listed = fc
      .constantFrom<readonly StoryWrite['name'][]>([], ['ab', 'a'])
      .map((there) => ({ there, source: 'list' }));
    const written = inTurn('made-a', 'made-ab').map((source) => ({
      there: ['ab', 'a'] as readonly StoryWrite['name'][],
      source,
    }));
    return fc
      .record({
        from: fc.oneof(listed, written),
        // A server may let a watch join one from the same version that is open.
        isJoining: inTurn(true, false),
        missed: deeds(operation, 1, 4),
        seen: deeds(operation, 0, 3),
        selected: inTurn([], fromASelection(operation)),
      })
      .map(({ from: { there, source }, isJoining, missed, seen, selected }) => [
        ...made(operation, there),
        ...comeAndGone(operation, there),
        listFirst(operation),
        ...(isJoining ? [watchBy(operation, 'open', { resourceVersion: versionOf(source) })] : []),
        ...storySteps(operation, missed, there),
        watchBy(operation, 'seen', { resourceVersion: versionOf(source) }),
        ...storySteps(operation, seen),
        ...fence(operation, 'seen'),
        ...selected,
      ]);
  },
  check,
  least: 2,
};

/** Objects created and deleted before the list: the newest version by then belongs to no listed object. */
function comeAndGone(operation: Operation, there: readonly StoryWrite['name'][]): readonly Step[] {
  const on = stepsOn(resourceOf(operation));
  const name = operation.verb === 'watch' ? '{{a}}' : '{{gone}}';
  if (!on.resource.namespaced || (name === '{{a}}' && there.includes('a'))) return [];
  return [on.create(minimalObject(on.maker, name)), on.remove(name), on.get(name)];
}

/** A watch from the version of a list with its selector, right after an object left the selection. */
function fromASelection(operation: Operation): readonly Step[] {
  const on = stepsOn(resourceOf(operation));
  if (!on.resource.namespaced || (operation.verb !== 'watchList' && operation.verb !== 'list')) return [];
  const query = { labelSelector: 'plumbline-case={{case}},phase=in' };
  const inside = (name: string): Step =>
    on.create({ $edit: minimalObject(on.maker, name), with: [{ set: '/metadata/labels/phase', to: 'in' }] });
  return [
    ...['{{stays}}', '{{leaves}}'].map(inside),
    on.patch('{{leaves}}', { metadata: { labels: { phase: 'out' } } }),
    on.get('{{leaves}}'),
    on.list({ as: 'selection', query }),
    watchBy(operation, 'selected', { ...query, resourceVersion: versionOf('selection') }),
    inside('{{comes}}'),
    awaitObject('selected', '{{comes}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  yield* judgeStart(history);
  yield* judgeDelivered(history, ({ start }) => start.from === 'list' || start.from === 'write');
}
