import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { MAPS, create, end, map, open, patch, deliver } from '../watch/watch-literals.fixture.ts';
import { rule } from './none-of-many-objects-is-forgotten.rule.ts';

const objects = Array.from({ length: 30 }, (_, index) => map(`m${index}`, `v${index}`));
const made = objects.map(create);

function list(items: readonly unknown[]): Literal {
  return { send: `GET ${MAPS}`, response: [200, { kind: 'ConfigMapList', items }] };
}

describe('many objects', () => {
  it('are all in a list', () => {
    expect(outcomesOf(rule, ...made, list(objects))).toEqual(['held']);
    expect(outcomesOf(rule, ...made, list(objects.slice(1)))).toContain('an object is missing');
  });

  it('are all initial events of a watch', () => {
    const changed = map('m0', 'later');
    const watch = (shown: typeof objects): readonly Literal[] => [
      open(),
      ...shown.map((object) => deliver('ADDED', object)),
      patch('m0', changed),
      deliver('MODIFIED', changed),
      end,
    ];
    expect(outcomesOf(rule, ...made, ...watch(objects))).toEqual(['held']);
    expect(outcomesOf(rule, ...made, ...watch(objects.slice(0, 20)))).toContain('existing object is missing');
  });

  it('are all removed by a collection delete', () => {
    const deletion: Literal = {
      send: `DELETE ${MAPS}`,
      response: [200, { kind: 'Status', status: 'Success', code: 200 }],
    };
    expect(outcomesOf(rule, ...made, deletion, list([]))).toEqual(['held']);
    expect(outcomesOf(rule, ...made, deletion, list(objects.slice(20)))).toContain('spares what matches: no selector');
  });
});
