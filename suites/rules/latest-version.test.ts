import { describe, expect, it } from 'vitest';
import { rule as list } from './list/serves-the-latest-version.rule.ts';
import { create, judge, map, MAPS, patch } from './watch/watch-literals.fixture.ts';
import { rule as watch } from './watch/tells-the-last-write.rule.ts';
import type { Literal } from '../checks/history-literals.fixture.ts';

const EXPIRED = [410, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410 }] as const;
const REFUSED = ['the latest version is refused'];

const listed = (version: string): Literal => ({
  send: `GET ${MAPS}`,
  response: [200, { kind: 'ConfigMapList', metadata: { resourceVersion: version }, items: [map('m', version)] }],
});
const refused = (from: string): Literal => ({ send: `GET ${MAPS}?${from}`, response: EXPIRED });

describe('the latest version of a collection', () => {
  it('is served to lists and watches, whatever the code of a refusal', () => {
    const around = (call: Literal): Literal[] => [create(map('m', '7')), listed('7'), call, listed('7')];
    expect(judge(list, ...around(refused('resourceVersion=7')))).toEqual(REFUSED);
    expect(judge(watch, ...around(refused('watch=true&resourceVersion=7')))).toEqual(REFUSED);
    expect(judge(list, ...around({ ...listed('7'), send: `GET ${MAPS}?resourceVersion=7` } as Literal))).toEqual([
      'held',
    ]);
  });

  it('is unknown if somebody may have written meanwhile, or if no write made it', () => {
    const first = [create(map('m', '7')), listed('7'), refused('resourceVersion=7')];
    expect(judge(list, ...first)).toEqual([]);
    expect(judge(list, ...first, patch('m', map('m', '8')), listed('8'))).toEqual([]);
    expect(judge(list, create(map('m', '7')), listed('9'), refused('resourceVersion=9'), listed('9'))).toEqual([]);
    expect(judge(list, create(map('m', '7')), listed('7'), refused('resourceVersion=6'), listed('7'))).toEqual([]);
  });
});
