import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';
import { ruleById } from '../rules/index.ts';
import { type JudgedTarget, openTarget } from './judge-target.ts';
import { type Servers, startServers } from './servers.ts';
import { casesOfThisTurn } from './turn.fixture.ts';

/** Cases per rule, spread over its operations; failures that need a race or a lagging cache occur now and then. */
const RUNS = 120;
/** One seed is enough for most differences; some need an object that is drawn seldom. */
const SEEDS = [1, 2, 3, 4] as const;

const CASES = REAL_DIFFERENCES.flatMap(({ id, failing = [] }) => failing.map((rule) => ({ id, rule })));

/**
 * Proves the statements about the real system on its imitation: held to the document it fails exactly the listed
 * rules.
 */
describe('the real system under the rules of the document', () => {
  let servers: Servers;
  let targets: readonly JudgedTarget[];

  beforeAll(async () => {
    servers = await startServers(['kubernetes-1.7']);
    const url = servers.url('kubernetes-1.7', 'kubernetes-1-7');
    targets = await Promise.all(SEEDS.map((seed) => openTarget(url, { run: `real${seed}`, concurrency: 4, seed })));
  });

  afterAll(async () => {
    await Promise.all(targets.map((target) => target.close()));
    await servers[Symbol.asyncDispose]();
  });

  it.each(casesOfThisTurn(CASES))(
    'fails $rule ($id)',
    async ({ rule }) => {
      const pairs = (ruleById(rule)?.operations ?? []).map(({ id }) => ({ rule, operation: id }));
      const found = new Set<string>();
      for (const target of targets) {
        if (found.has('failed')) break;
        for (const { verdict } of await target.judge(pairs, { runs: RUNS, bail: true })) found.add(verdict);
      }
      expect([...found]).toContain('failed');
    },
    // Some failing cases have two thousand requests, and shrinking sends them again: minutes on a busy machine.
    600_000,
  );
});
