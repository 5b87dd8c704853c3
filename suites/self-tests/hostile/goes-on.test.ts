import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOfThisTurn } from '../turn.fixture.ts';
import { GOES_ON } from './goes-on.fixture.ts';
import { type HostileSetup, judge, listedHostile, startHostileTarget } from './judge-hostile.fixture.ts';
import { STOPS_ANSWERING } from './stops-answering.fixture.ts';
import { LACKING, TURNED_AWAY } from './turned-away.fixture.ts';

const MOST_TIMEOUTS = 40;
/** A run of that many timeouts, on a busy machine. */
const TEST_MS = 300_000;

let hostileTarget: HostileSetup;

beforeAll(async () => {
  hostileTarget = await startHostileTarget();
});
afterAll(() => hostileTarget[Symbol.asyncDispose]());

describe('a target that is judged to the end', () => {
  it.each(casesOfThisTurn(GOES_ON))(
    '$target',
    async ({ target, rules, flags, exitCode, failing, blocked = /^$/, line, leaves = false }) => {
      await using hostile = await hostileTarget.start(target);
      const prefix = hostileTarget.newPrefix();
      await using ran = await judge(hostile.url, ['--namespace-prefix', prefix, '--rules', rules, ...flags]);
      const pairs = ran.report.rules.flatMap(({ operations }) => operations);
      const reasons = pairs.filter(({ verdict }) => verdict === 'blocked').map(({ reason }) => reason);
      expect([
        ran.exitCode,
        ran.report.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
        ran.report.stopped,
      ]).toEqual([exitCode, failing, undefined]);
      expect(reasons).toEqual(reasons.map(() => expect.stringMatching(blocked)));
      expect(ran.stdout.split('\n').filter((each) => line.test(each))).toHaveLength(1);
      expect([ran.report.leftovers.length > 0, (await hostileTarget.leftOf(prefix)).length > 0]).toEqual([
        leaves,
        leaves,
      ]);
      expect(ran.timeouts).toBeLessThan(MOST_TIMEOUTS);
    },
    TEST_MS,
  );
});

describe('the tables of these tests', () => {
  it('have the outcome of a run against every hostile target', async () => {
    const expected = new Set([...TURNED_AWAY, ...LACKING, ...STOPS_ANSWERING, ...GOES_ON].map(({ target }) => target));
    expect((await listedHostile()).map(({ name }) => name).filter((name) => !expected.has(name))).toEqual([]);
  });
});
