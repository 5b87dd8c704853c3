import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_DIFFERENCES } from '../../spec/dialects/real-differences.ts';
import { ruleById } from '../rules/index.ts';
import { type JudgedTarget, openTarget } from './judge-target.ts';
import { type Servers, startServers } from './servers.ts';

/** Cases per rule, spread over its operations; failures that need a race or a lagging cache occur now and then. */
const RUNS = 120;

const CASES = REAL_DIFFERENCES.flatMap(({ id, failing = [] }) => failing.map((rule) => ({ id, rule })));

/**
 * Proves the statements about the real system on its imitation: held to the document it fails exactly the listed
 * rules.
 */
describe('the real system under the rules of the document', () => {
  let servers: Servers;
  let target: JudgedTarget;

  beforeAll(async () => {
    servers = await startServers(['kubernetes-1.7']);
    target = await openTarget(servers.url('kubernetes-1.7', 'kubernetes-1-7'), { run: 'real', concurrency: 4 });
  });

  afterAll(async () => {
    await target.close();
    await servers[Symbol.asyncDispose]();
  });

  it.each(CASES)(
    'fails $rule ($id)',
    async ({ rule }) => {
      const operations = ruleById(rule)?.operations ?? [];
      const verdicts = await target.judge(
        operations.map(({ id }) => ({ rule, operation: id })),
        { runs: RUNS, bail: true },
      );
      expect(verdicts.map(({ verdict }) => verdict)).toContain('failed');
    },
    // Some failing cases have two thousand requests, and shrinking sends them again: minutes on a busy machine.
    600_000,
  );
});
