import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { CHARSET, judgeCharset } from '../../checks/media/charset.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { makeAndRead } from '../write-and-read.ts';

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
  check: (history) => judgeCharset(history, 'patch'),
  least: 3,
};
