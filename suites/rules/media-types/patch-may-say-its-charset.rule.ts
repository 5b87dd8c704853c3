import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { CHARSET, judgeCharset } from '../../checks/media/charset.ts';
import { inTurn, minimalObject, operationsOf, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'media-types/patch-may-say-its-charset',
  level: 'should',
  title: 'A patch whose media type names the charset utf-8 is read like one without it.',
  cites: ['media-types.patch.1'],
  operations: operationsOf(['patch']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE).map((type) => {
      const body =
        type === JSON_PATCH_TYPE
          ? [{ op: 'add', path: '/metadata/labels/charset', value: 'utf-8' }]
          : { metadata: { labels: { charset: 'utf-8' } } };
      return [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        on.patch('{{a}}', body, { contentType: type }),
        on.patch('{{a}}', body, { contentType: `${type}${CHARSET}` }),
        on.get('{{a}}'),
      ];
    });
  },
  check: (history, context) => judgeCharset(history, context, 'patch'),
  least: 3,
};
