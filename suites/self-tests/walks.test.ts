import { constant } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import type { VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { clearAway } from '../cli/clean-up/clearing.ts';
import { Footprint } from '../cli/clean-up/footprint.ts';
import { openStage } from '../cli/stage.ts';
import { judgeRule } from '../engine/judging/verdicts/judge-rule.ts';
import { openRun } from '../engine/run/open-run.ts';
import type { RunConfig } from '../engine/run-config.ts';
import { RULES } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { startListening } from './listening-process.ts';
import { casesOfThisTurn } from './turn.fixture.ts';

/** The findings from walks alone: rules without any case of their own, on a faulty server and on a correct one. */
const FAULTS: readonly (readonly [fault: string, rule: Rule['id']])[] = [
  ['put-merges', 'replace/replaces-the-whole-object'],
  ['recreated-object-keeps-uid', 'create/recreated-object-has-a-new-uid'],
  ['strategic-null-ignored', 'patch/strategic-merge-follows-merge-keys'],
  ['list-shows-prefix-namespaces', 'list/shows-only-its-namespace-and-kind'],
];

let server: ListeningProcess;
let injector: ListeningProcess;

beforeAll(async () => {
  server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
  injector = await startListening('proxy/cli/quick-start.mjs', 'faults', '--target', server.url, '--port', '0');
});

afterAll(async () => {
  await injector[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** The verdicts that walks alone give on these rules, on every operation until one fails. */
async function judgedByWalks(url: string, run: string, rules: readonly Rule[], walks: number): Promise<VerdictLine[]> {
  const target = { url, timeoutMs: 3_000 };
  const footprint = new Footprint();
  const stage = await openStage(target, {
    run,
    slots: 2,
    prefix: 'plumbline',
    needed: 'walks need a namespace',
    timeoutMs: 3_000,
    footprint,
  });
  if ('unusable' in stage) throw new Error(stage.unusable);
  const config: RunConfig = {
    run,
    walks,
    target,
    choices: SPEC.choices,
    seed: 6,
    runs: 1,
    concurrency: 2,
    timeoutMs: 3_000,
    bail: false,
    shrinkMs: 60_000,
    reportDirectory: 'plumbline-report',
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
    assignments: [],
  };
  const open = openRun(config);
  const verdicts: VerdictLine[] = [];
  try {
    for (const rule of rules) {
      for (const operation of rule.operations) {
        verdicts.push(
          await judgeRule({ ...rule, cases: () => constant([]) }, operation, { wanted: 1, needed: 1 }, open),
        );
        if (verdicts.at(-1)?.verdict === 'failed') break;
      }
    }
    return verdicts;
  } finally {
    await open.close();
    await clearAway(target, run, footprint, { withinMs: 30_000 });
  }
}

describe('the walks that every rule reads', () => {
  it.each(casesOfThisTurn(FAULTS))(
    'show %s to the rule %s, in a case that is smaller than the walk',
    async (fault, id) => {
      const rules = RULES.filter((rule) => rule.id === id);
      const verdicts = await judgedByWalks(
        `${injector.url}/${fault}`,
        `w${FAULTS.findIndex(([name]) => name === fault)}`,
        rules,
        6,
      );
      const failed = verdicts.find(({ verdict }) => verdict === 'failed');
      const [shown] = failed?.violations ?? [];
      expect(failed?.rule).toBe(id);
      expect(Array.isArray(shown?.program) ? shown.program.length : Number.NaN).toBeLessThan(60);
    },
    180_000,
  );

  it('apply every rule that they list, and fail none, on a conforming server', async () => {
    const verdicts = await judgedByWalks(
      server.url,
      'wz',
      RULES.map((rule) => ({ ...rule, operations: rule.operations.slice(0, 4) })),
      3,
    );
    expect(
      verdicts
        .filter(({ verdict }) => ['failed', 'broken'].includes(verdict))
        .map(({ rule, operation, violations }) => ({
          rule,
          operation,
          violations: violations.map(({ expected, actual }) => ({ expected, actual })),
        })),
    ).toEqual([]);
    expect(
      new Set(verdicts.filter(({ verdict, cases }) => verdict === 'passed' && cases > 0).map(({ rule }) => rule)).size,
    ).toBeGreaterThan(100);
  });
});
