import { expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './malformed-selectors-are-refused.rule.ts';

function judge(query: string): string[] {
  return outcomesOf(rule, {
    send: `GET /api/v1/namespaces/a/pods?${query}`,
    response: [200, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] }],
  });
}

it.each(['labelSelector=a%3Db%3Dc', 'fieldSelector=%3Dx', 'fieldSelector=metadata.name'])(
  'is broken by %s',
  (query) => {
    expect(judge(query)).toEqual(['accepted']);
  },
);

it.each(['fieldSelector=metadata.name%3Da%3Db', 'fieldSelector=metadata.name!%3Da%3Db', 'labelSelector=a%3Eb'])(
  'does not apply to %s, which some servers can read',
  (query) => {
    expect(judge(query)).toEqual([]);
  },
);
