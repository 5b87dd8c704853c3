import { expect, it } from 'vitest';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './generation-never-shrinks.rule.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/a/replicasets';

/** The rule on a create and gets of a replica set that show these generations. */
function judged(...generations: readonly (number | undefined)[]): string[] {
  const shown = generations.map((generation, index) => ({
    apiVersion: 'extensions/v1beta1',
    kind: 'ReplicaSet',
    metadata: {
      name: 's',
      namespace: 'a',
      uid: 'u1',
      resourceVersion: `${index + 1}`,
      ...(generation === undefined ? {} : { generation }),
    },
  }));
  return outcomesOf(
    rule,
    ...shown.map((object, index) =>
      index === 0
        ? ({ send: `POST ${SETS}`, body: object, response: [200, object] } as const)
        : ({ send: `GET ${SETS}/s`, response: [200, object] } as const),
    ),
  );
}

it('holds while the generation grows or stays', () => {
  expect(judged(1, 2, 2)).toEqual(['held']);
  expect(judged(2, 1)).toEqual(['generation shrinks']);
});

it('only notes objects that carry no generation', () => {
  expect(judged(undefined, undefined)).toEqual(['observed']);
});
