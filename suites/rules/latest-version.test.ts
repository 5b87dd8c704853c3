import { describe, expect, it } from 'vitest';
import { rule as list } from './list/serves-the-latest-version.rule.ts';
import { create, judge, map, MAPS, patch } from './watch/watch-literals.fixture.ts';
import { rule as watch } from './watch/tells-the-last-write.rule.ts';
import { REFUSALS } from '../checks/watch/latest-version.ts';
import type { Literal } from '../checks/history-literals.fixture.ts';

const EXPIRED = [410, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410 }] as const;
const REFUSED = ['the latest version is refused'];

const listed = (version: string): Literal => ({
  send: `GET ${MAPS}`,
  response: [200, { kind: 'ConfigMapList', metadata: { resourceVersion: version }, items: [map('m', version)] }],
});
const often = (call: Literal): Literal[] => Array.from({ length: REFUSALS }, () => call);
const refused = (from: string): Literal => ({ send: `GET ${MAPS}?${from}`, response: EXPIRED });

describe('the latest version of a collection', () => {
  it('is served to lists and watches, whatever the code of a refusal', () => {
    const around = (...calls: readonly Literal[]): Literal[] => [
      create(map('m', '7')),
      listed('7'),
      ...calls,
      listed('7'),
    ];
    expect(judge(list, ...around(...often(refused('resourceVersion=7'))))).toEqual(REFUSED);
    expect(judge(watch, ...around(...often(refused('watch=true&resourceVersion=7'))))).toEqual(REFUSED);
    expect(judge(list, ...around({ ...listed('7'), send: `GET ${MAPS}?resourceVersion=7` } as Literal))).toEqual([
      'held',
    ]);
  });

  it('may be forgotten now and then', () => {
    const [one, other] = [
      refused('resourceVersion=7'),
      { ...listed('7'), send: `GET ${MAPS}?resourceVersion=7` } as Literal,
    ];
    const calls = [one, one, other, one, one];
    expect(judge(list, create(map('m', '7')), listed('7'), ...calls, listed('7'))).toEqual(['held']);
  });

  it('is unknown if somebody may have written meanwhile, or if no write made it', () => {
    const first = [create(map('m', '7')), listed('7'), ...often(refused('resourceVersion=7'))];
    expect(judge(list, ...first)).toEqual([]);
    // What is judged is that the patch moved the version of the list.
    expect(judge(list, ...first, patch('m', map('m', '8')), listed('8'))).toEqual(['held']);
    expect(
      judge(list, create(map('m', '7')), listed('9'), ...often(refused('resourceVersion=9')), listed('9')),
    ).toEqual([]);
    expect(
      judge(list, create(map('m', '7')), listed('7'), ...often(refused('resourceVersion=6')), listed('7')),
    ).toEqual([]);
  });
});
