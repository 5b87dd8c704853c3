import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import type { WatchContext } from '../../checks/per-watch.ts';
import { perWatch } from '../../checks/per-watch.ts';
import { dueRemovals } from '../../checks/told.ts';
import type { Watch } from '../../checks/watches.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { versionOf } from '../write-and-look.ts';
import { NAMESPACED, fence, listFirst, made, told, watchBy } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-removals',
  level: 'must',
  title: 'A watch tells the removal of an object, names it, and uses a type that neither appearances nor changes have.',
  cites: ['events.1.2', 'events.2.3'],
  operations: NAMESPACED,
  needs: ['create', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const removed = fc.constantFrom(['a'], ['a', 'ab'], ['ab', 'a']);
    return fc.record({ removed, start: fc.constantFrom('now', 'list', 'before'), again: fc.boolean() }).map(({ removed, start, again }) => {
      const removals = removed.flatMap((name) => [on.remove(`{{${name}}}`), on.get(`{{${name}}}`)]);
      const open = watchBy(operation, 'seen', start === 'now' ? {} : { resourceVersion: versionOf('list') });
      const change = told(operation, [{ name: 'a', what: 'patch', status: {} }], ['a', 'ab']);
      const story = start === 'before' ? [...change, ...removals, open] : [open, ...change, ...removals];
      return [...made(operation, ['a', 'ab']), listFirst(operation), ...story, ...(again ? made(operation, ['a']) : []), ...fence(operation, 'seen')];
    });
  },
  check: (history) => perWatch(history, judge),
  least: 3,
};

function* judge(watch: Watch, { world, updates }: WatchContext): Iterable<Finding> {
  for (const { last, told, overdue } of dueRemovals(watch, world, updates)) {
    const { name, namespace } = last.key;
    if (told === undefined && overdue) yield violated(watch.exchange, `the removal of ${name} told`, typesOf(watch.events.filter(({ uid }) => uid === last.uid)), 'a removal is not told');
    else if (told !== undefined && !names(told.content, name, namespace)) yield violated(watch.exchange, `the object removed, ${name}, in the event`, show(told.content['metadata']), 'a removal names another object');
    else if (told !== undefined) yield held(watch.exchange, `${watch.form}, from ${watch.start.from}`);
  }
}

function typesOf(events: readonly { readonly type: string }[]): string {
  return events.length === 0 ? 'no event of it' : `only ${events.map(({ type }) => type).join(', ')}`;
}

function names(content: unknown, name: string, namespace: string | undefined): boolean {
  const object = content as Parameters<typeof textAt>[0];
  return textAt(object, 'metadata', 'name') === name && textAt(object, 'metadata', 'namespace') === namespace;
}
