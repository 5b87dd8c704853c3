import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../rules/index.ts';
import type { Assignment } from '../engine/run-config.ts';
import { needsControllers } from '../rules/needs.ts';
import { type JudgedTarget, openTarget } from './judge-target.ts';
import { nearest } from './kill-matrix/near.ts';
import { type Servers, startServers } from './servers.ts';
import { casesOfThisTurn } from './turn.fixture.ts';

/** Cases per rule. */
const RUNS = 12;
/** Families whose generated objects could have such a value. */
const FAMILIES: ReadonlySet<string> = new Set(['create', 'get', 'list', 'replace', 'patch', 'media-types']);

/** Servers that fail at one kind of value, the operation, and the only rule whose cases have such values. */
const BROKEN_AT = [
  [
    'secrets-show-null-for-empty-values',
    'POST /api/v1/namespaces/{namespace}/secrets',
    'create/empty-values-of-secrets-are-kept',
  ],
  ['large-integers-lose-digits', 'POST /api/v1/namespaces/{namespace}/pods', 'create/large-integers-keep-their-digits'],
  [
    'yaml-fails-at-control-characters',
    'GET /api/v1/namespaces/{namespace}/configmaps/{name}',
    'media-types/yaml-shows-control-characters',
  ],
] as const;

/** Awkward values have rules of their own, so one cause is one failure under every seed. */
describe('a server that breaks at awkward values', () => {
  let servers: Servers;
  beforeAll(async () => {
    servers = await startServers(['spec']);
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  it.each(casesOfThisTurn(BROKEN_AT))(
    'fails one rule alone: %s near %s fails %s',
    { timeout: 300_000 },
    async (fault, operation, rule) => {
      const assignments: Assignment[] = RULES.filter(
        (each) => !needsControllers(each) && FAMILIES.has(each.id.split('/')[0] ?? ''),
      ).map((each) => ({
        rule: each.id,
        operation: nearest(each, operation, fault).id,
      }));
      const target: JudgedTarget = await openTarget(servers.url('spec', fault), {
        run: 'one',
        assignments,
        concurrency: 4,
      });
      try {
        const verdicts = await target.judge(assignments, { runs: RUNS, bail: false });
        const failed = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken');
        expect([...new Set(failed.map((verdict) => verdict.rule))]).toEqual([rule]);
      } finally {
        await target.close();
      }
    },
  );
});
