import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JudgedOperation, Report } from '../../../shared/verdict-log/verdict-log.ts';
import { type HostileSetup, judge, startHostileTarget } from './judge-hostile.fixture.ts';
import { casesOfThisTurn } from '../turn.fixture.ts';
import { STOPS_ANSWERING, type StopsAnswering } from './stops-answering.fixture.ts';

const OWNER = 'world/keeps-answering';
const SOME: unknown = expect.arrayContaining([expect.anything()]);
const MOST_TIMEOUTS = 40;
const MOST_WALL_TIMEOUTS = 60;

/**
 * A run and its replay, on a busy machine. At a load of 12 on two cores, one of seven clean-ups left namespaces behind,
 * because it took a slow server for one that hangs: so a test that fails is run once more.
 */
const ON_A_BUSY_MACHINE = { timeout: 240_000, retry: 1 };

/** One rule on one operation. */
interface OpenPair extends JudgedOperation {
  readonly rule: string;
}

let hostileTarget: HostileSetup;

beforeAll(async () => {
  hostileTarget = await startHostileTarget();
});
afterAll(() => hostileTarget[Symbol.asyncDispose]());

function pairsOf({ rules }: Report): readonly OpenPair[] {
  return rules.flatMap(({ id, operations }) => operations.map((each) => ({ ...each, rule: id })));
}

function unlike(texts: readonly (string | undefined)[], pattern: RegExp): readonly (string | undefined)[] {
  return texts.filter((text) => !pattern.test(text ?? ''));
}

/** The parts of a report about an expectation, and everything that contradicts it. */
function findingsOf(report: Report, { failing, actual, passing, blocked }: StopsAnswering): unknown {
  const pairs = pairsOf(report);
  const failed = pairs.filter(({ verdict }) => verdict === 'failed');
  const reasons = pairs.filter(({ verdict }) => verdict === 'blocked').map(({ reason }) => reason);
  const verdicts = pairs
    .filter(({ operation, reason }) => passing?.test(operation) === true && !reason?.includes('--kinds leaves out'))
    .map(({ verdict }) => verdict);
  const violations = report.rules.flatMap((rule) => rule.violations);
  return {
    failedRules: [...new Set(failed.map(({ rule }) => rule))],
    otherFailing: unlike(
      failed.map(({ operation }) => operation),
      failing,
    ),
    otherActual: unlike(
      violations.map((each) => each.actual),
      actual,
    ),
    otherReasons: unlike(reasons, blocked),
    otherVerdicts: verdicts.filter((verdict) => !['passed', 'informational', 'blocked'].includes(verdict)),
    hasPassed: passing === undefined || verdicts.includes('passed'),
  };
}

describe('a target that stops responding fails world/keeps-answering alone, and the replay of the case shows it again', () => {
  it.each(casesOfThisTurn(STOPS_ANSWERING))('$target', ON_A_BUSY_MACHINE, async (expected) => {
    const { target, rules, flags, runs = 4, isGone = false, mayHold = false } = expected;
    await using hostile = await hostileTarget.start(target);
    const prefix = hostileTarget.newPrefix();
    await using ran = await judge(hostile.url, [
      '--runs',
      `${runs}`,
      '--namespace-prefix',
      prefix,
      '--rules',
      `${rules},${OWNER}`,
      ...flags,
    ]);
    expect({ exitCode: ran.exitCode, ...(findingsOf(ran.report, expected) as object) }).toEqual({
      exitCode: 1,
      failedRules: [OWNER],
      otherFailing: [],
      otherActual: [],
      otherReasons: [],
      otherVerdicts: [],
      hasPassed: true,
    });
    const isLeft = (await hostileTarget.leftOf(prefix)).length > 0;
    expect(isLeft && !mayHold).toBe(isGone);
    expect(ran.report.leftovers).toEqual(isLeft ? SOME : []);
    expect(ran.stdout.includes('--clean-up')).toBe(isLeft);
    expect(ran.timeouts).toBeLessThan(MOST_TIMEOUTS);
    expect(ran.wallTimeouts).toBeLessThan(MOST_WALL_TIMEOUTS);
    await using another = isGone ? await hostileTarget.start(target) : undefined;
    const [saved = ''] = ran.report.rules.flatMap((rule) => rule.violations.map((each) => each.saved ?? ''));
    await using again = await judge((another ?? hostile).url, ['--namespace-prefix', prefix, '--replay', saved]);
    expect([again.exitCode, again.report.rules.map(({ id }) => id)]).toEqual([1, [OWNER]]);
  });
});
