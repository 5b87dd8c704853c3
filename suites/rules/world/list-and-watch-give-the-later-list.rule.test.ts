import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { MAPS, create, judge, map, open, patch, remove, deliver } from '../watch/watch-literals.fixture.ts';
import { rule } from './list-and-watch-give-the-later-list.rule.ts';

const listBy = (query: string, version: string, items: readonly JsonObject[]): Literal => ({
  send: `GET ${MAPS}${query}`,
  response: [
    200,
    { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: version }, items: [...items] },
  ],
});
const list = (version: string, ...items: readonly JsonObject[]): Literal => listBy('', version, items);
const [first, changed] = [map('m', '1'), map('m', '3')];
const begun = [
  create(first),
  create(map('n', '2')),
  list('2', first, map('n', '2')),
  open('?resourceVersion=2'),
  patch('m', changed),
  deliver('MODIFIED', changed),
];

describe('a list with the later events of a watch', () => {
  it('equals the later list', () => {
    const gone = [
      ...begun,
      ...remove('n'),
      patch('m', map('m', '5')),
      deliver('DELETED', map('n', '4')),
      deliver('MODIFIED', map('m', '5')),
    ];
    expect(judge(rule, ...gone, list('5', map('m', '5')))).toEqual(['held']);
  });

  it('differs from the later list if a DELETED event is missing', () => {
    const missed = [
      ...begun,
      deliver('MODIFIED', map('n', '4')),
      ...remove('n'),
      patch('m', map('m', '6')),
      deliver('MODIFIED', map('m', '6')),
    ];
    expect(judge(rule, ...missed, list('6', map('m', '6')))).toContain('the watch misses a removal');
  });

  it('differs from the later list if a list from a cache has older items than its version', () => {
    const fromCache = (version: string): Literal[] => [
      create(first),
      patch('m', changed),
      listBy('?resourceVersion=0', version, [first]),
      open(`?resourceVersion=${version}`),
    ];
    const last = [create(map('z', '9')), deliver('ADDED', map('z', '9')), list('9', changed, map('z', '9'))];
    expect(judge(rule, ...fromCache('3'), ...last)).toContain('the watch ends at another state');
    expect(judge(rule, ...fromCache('1'), deliver('MODIFIED', changed), ...last)).toEqual(['held']);
  });

  it('is not judged by a watch that has delivered only the state of a write without effect', () => {
    const early = [...begun, deliver('MODIFIED', map('n', '4')), ...remove('n'), patch('m', changed)];
    expect(judge(rule, ...early, list('5', changed))).toEqual([]);
  });
});
