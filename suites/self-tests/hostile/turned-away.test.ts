import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileSetup, judge, startHostileTarget } from './judge-hostile.fixture.ts';
import { LACKING, TURNED_AWAY, type TurnedAway } from './turned-away.fixture.ts';

/** A small selection, so a target that is wrongly accepted is not judged for long. */
const QUICK = ['--rules', 'create/*', '--kinds', 'configmaps', '--runs', '2'];
const TALLY = /\d+ rules?:|judged \d+ of/;
const MOST_TIMEOUTS = 2;
const MOST_WALL_TIMEOUTS = 15;

let hostileTarget: HostileSetup;

beforeAll(async () => {
  hostileTarget = await startHostileTarget();
});
afterAll(() => hostileTarget[Symbol.asyncDispose]());

function titleOf({ target, flags = [], scheme }: TurnedAway): string {
  return [target, ...flags, ...(scheme === undefined ? [] : [`over ${scheme}`])].join(' ');
}

describe('a target that cannot be judged is reported in one line, with exit 3 and no tally', () => {
  it.concurrent.each(TURNED_AWAY.map((expected) => [titleOf(expected), expected] as const))(
    '%s',
    async (_, { target, flags = [], scheme, line }) => {
      await using hostile = await hostileTarget.start(target);
      const url = scheme === undefined ? hostile.url : hostile.url.replace(/^https?/, scheme);
      const prefix = hostileTarget.newPrefix();
      await using ran = await judge(url, [...QUICK, '--namespace-prefix', prefix, ...flags]);
      const matching = ran.stdout.split('\n').filter((each) => line.test(each));
      expect([ran.exitCode, matching.length, ran.stdout]).toEqual([3, 1, expect.not.stringMatching(TALLY)]);
      expect(ran.report).toMatchObject({
        verdict: 'blocked',
        exitCode: 3,
        stopped: expect.stringMatching(line),
        leftovers: [],
      });
      expect(ran.report.rules.flatMap(({ operations }) => operations)).toEqual([]);
      expect(await hostileTarget.leftOf(prefix)).toEqual([]);
      expect(ran.timeouts).toBeLessThan(MOST_TIMEOUTS);
      expect(ran.wallTimeouts).toBeLessThan(MOST_WALL_TIMEOUTS);
    },
  );
});

describe('a target in which a run can create nothing is reported with the response that showed it, and exit 3', () => {
  it.concurrent.each(LACKING)('$target', async ({ target, line }) => {
    await using hostile = await hostileTarget.start(target);
    const prefix = hostileTarget.newPrefix();
    await using ran = await judge(hostile.url, [...QUICK, '--namespace-prefix', prefix]);
    expect([ran.exitCode, ran.stdout]).toEqual([3, expect.stringMatching(line)]);
    expect(ran.report).toMatchObject({ verdict: 'blocked', stopped: expect.stringMatching(line), leftovers: [] });
    expect(await hostileTarget.leftOf(prefix)).toEqual([]);
    expect(ran.timeouts).toBeLessThan(MOST_TIMEOUTS);
    expect(ran.wallTimeouts).toBeLessThan(MOST_WALL_TIMEOUTS);
  });

  it.concurrent('an existing namespace can be used all the same', async () => {
    await using hostile = await hostileTarget.start('refuses-namespaces-with-403');
    await using ran = await judge(hostile.url, [...QUICK, '--namespace', 'default']);
    expect([ran.exitCode, ran.report.verdict, ran.report.leftovers]).toEqual([0, 'passed', []]);
  });
});
