import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeAbsentWrites } from '../../checks/absent-writes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/of-an-absent-object-is-refused',
  level: 'must',
  negative: true,
  title: 'A PATCH of an absent object is refused and creates nothing.',
  cites: ['semantics.4.1', 'what-the-service-does.1'],
  operations: PATCHES,
  needs: ['create', 'get', 'delete'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const name = on.resource.namespaced ? '{{a}}' : '{{ab}}';
    return inTurn(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE).map((contentType) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      ...(on.resource.namespaced ? [on.remove('{{a}}')] : []),
      on.get(name),
      on.patch(
        name,
        contentType === JSON_PATCH_TYPE
          ? [{ op: 'add', path: '/metadata/labels', value: { made: 'so' } }]
          : minimalObject(on.resource, name),
        { contentType },
      ),
      on.get(name),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeAbsentWrites(history, 'patch'),
  least: 3,
};
