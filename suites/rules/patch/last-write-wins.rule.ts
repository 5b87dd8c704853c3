import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgePatched } from '../../checks/patch/patched.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

/** A patch whose equal was sent before, with another one between them. */
const REPEATED = ['x', 'y', 'x'].map((value) => [value, MERGE_PATCH_TYPE] as const);

export const rule: Rule = {
  id: 'patch/last-write-wins',
  level: 'must',
  title: 'Of sequential patches of one field, the last decides its value.',
  cites: ['semantics.5.2'],
  operations: PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const one = fc.tuple(
      fc.constantFrom('x', 'y', null),
      fc.constantFrom(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE),
    );
    return fc.array(one, { minLength: 2, maxLength: 5 }).map((drawn) => [
      ...makeAndRead(on, {
        ...minimalObject(on.maker, '{{a}}'),
        metadata: { name: '{{a}}', labels: { field: 'first' } },
      }),
      ...[drawn, REPEATED].flatMap((patches) => [
        ...patches.map(([value, contentType]) =>
          on.patch('{{a}}', { metadata: { labels: { field: value } } }, { contentType }),
        ),
        on.get('{{a}}'),
      ]),
    ]);
  },
  check: function* (history: History, context: CheckContext): Iterable<Finding> {
    yield* judgePatched(history, context, MERGE_PATCH_TYPE);
    yield* judgePatched(history, context, STRATEGIC_MERGE_PATCH_TYPE);
  },
  least: 2,
};
