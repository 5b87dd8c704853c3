import { describe, expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './self-links-name-their-object.rule.ts';

const MAPS = '/api/v1/namespaces/a/configmaps';

function listed(...links: readonly (string | undefined)[]): string[] {
  const items = links.map((selfLink, index) => ({
    metadata: {
      name: `m${index}`,
      namespace: 'a',
      uid: `u${index}`,
      resourceVersion: '1',
      ...(selfLink === undefined ? {} : { selfLink }),
    },
  }));
  return outcomesOf(rule, {
    send: `GET ${MAPS}`,
    response: [200, { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items }],
  });
}

describe('the selfLink of an item', () => {
  it('is the path of the object, behind a prefix or not', () => {
    expect(listed(`${MAPS}/m0`, `/behind${MAPS}/m1`)).toEqual(['held']);
    expect(listed(MAPS)).toEqual(['metadata.selfLink in a list']);
    expect(listed(`${MAPS}/m1`)).toEqual(['metadata.selfLink in a list']);
  });

  it('may be left out', () => {
    expect(listed(undefined, '')).toEqual([]);
  });
});
