import { judgeReplaced } from '../../checks/write/replaced.ts';
import { changeOf } from '../../generators/changes.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import type { Edit } from '../../program/program.ts';
import {
  fc,
  minimalObject,
  inTurn,
  objectOf,
  operationsOf,
  resourceOf,
  stepsOn,
  edited,
  writeAndRead,
} from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

const WHOLE_MAPS: readonly (readonly Edit[])[] = [
  [],
  [{ remove: '/metadata/labels' }, { set: '/metadata/annotations', to: { only: 'this' } }],
  [{ set: '/metadata/labels', to: { only: 'this' } }, { remove: '/metadata/annotations' }],
];

export const rule: Rule = {
  id: 'replace/replaces-the-whole-object',
  level: 'must',
  title: 'A PUT replaces the whole object: members that the body lacks are gone or at their default.',
  cites: ['semantics.1.1', 'what-the-service-does.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // Each group-version may have defaults of its own, also for labels.
    const plain = { unlabelled: true } as const;
    const viewed = on.resource === on.maker ? [] : [on.createHere(minimalObject(on.resource, '{{ab}}'), plain)];
    const bare = [on.create(minimalObject(on.maker, '{{b}}'), plain), ...viewed];
    const withoutData: readonly (readonly Edit[])[] = MUTABLE[on.resource.kind].maps.some(
      ({ path }) => path[0] === 'data',
    )
      ? [[{ remove: '/data' }]]
      : [];
    return fc
      .tuple(
        objectOf(on.maker),
        changeOf(on.resource),
        inTurn(...WHOLE_MAPS),
        inTurn<readonly Edit[]>([], ...withoutData),
      )
      .map(([object, edits, maps, data]) => [
        ...bare,
        ...writeAndRead(on, object, [on.replace('{{a}}', edited('read', [...edits, ...maps, ...data]))], 0),
      ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> => judgeReplaced(history, context),
};
