import { judgeStillVersions } from '../../checks/still-versions.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { readBy, READS } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/gives-no-new-version',
  level: 'must',
  title: 'Reads of an object leave its version as it is.',
  cites: ['object-metadata.resource-version.1', 'semantics.1.2'],
  operations: READS,
  needs: ['create', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const get = readBy(operation, on, '{{a}}');
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      get,
      get,
      get,
      on.list(),
      get,
      on.list(),
      get,
      get,
    ]);
  },
  check: judgeStillVersions,
  least: 1,
  alone: true,
};
