import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed } from '../../spec/dialects/index.ts';
import type { Rule } from '../rules/rule.ts';
import { RULES } from '../rules/index.ts';
import { judgeTarget } from './judge-target.ts';
import type { ListeningProcess } from './listening-process.ts';
import { run, startListening } from './listening-process.ts';

/**
 * Proof that the suite fails nobody who obeys: the reference server with each legal way of differing in front of it, judged by rules of
 * every family. Each variant is judged on one operation of each rule, another one for each variant; two of them on more.
 */
interface Named {
  readonly name: string;
  readonly dialect: string;
  readonly summary: string;
}

const { stdout } = await run('proxy/cli/main.ts', 'faults', '--list-variants');
const variants: Named[] = stdout.split('\n').flatMap((line) => {
  const [, name, dialect, summary] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
  return name === undefined || dialect === undefined || summary === undefined ? [] : [{ name, dialect, summary }];
});

/** Verdicts that none who obeys may get. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'flaky', 'broken', 'blocked']);

/** Variants that go another way in most of what they do, and are judged on so many operations of each rule. */
const OPERATIONS_OF: Readonly<Record<string, number>> = { 'kubernetes-1-7': 4, 'control-loops-write-soon': 2 };

/** Each variant is judged by one rule in so many, beginning at another one; those under which a run mostly waits by fewer. */
const ONE_RULE_IN: Readonly<Record<string, number>> = { 'kubernetes-1-7': 1, 'control-loops-write-soon': 1, slow: 24, 'answers-come-late': 16, 'busy-now-and-then': 12, 'byte-by-byte': 8, 'watch-replays-history': 6 };
const ONE_RULE_IN_FOUR = 4;

/** The rule on a few of its operations, others for each turn. */
function onSome(rule: Rule, turn: number, count: number): Rule {
  const { operations } = rule;
  return { ...rule, operations: Array.from({ length: Math.min(count, operations.length) }, (_, index) => operations[(turn * 7 + index * 5) % operations.length]).filter((operation) => operation !== undefined) };
}

describe('a server that differs and obeys', () => {
  const servers = new Map<string, ListeningProcess>();
  const started: ListeningProcess[] = [];

  beforeAll(async () => {
    for (const dialect of new Set(variants.map((variant) => variant.dialect))) {
      const server = await startListening('reference-server/cli/main.ts', '--port', '0', '--dialect', dialect, '--history', '1000000');
      const injector = await startListening('proxy/cli/main.ts', 'faults', '--target', server.url, '--port', '0');
      started.push(injector, server);
      servers.set(dialect, injector);
    }
  });

  afterAll(async () => {
    for (const process of started) await process[Symbol.asyncDispose]();
  });

  it('comes in at least 20 ways', () => {
    expect(variants.length).toBeGreaterThanOrEqual(20);
  });

  it.concurrent.each(variants.map((variant, index) => ({ ...variant, index })))('is failed by no rule where $summary ($name)', async ({ name, dialect, index }) => {
    const named = dialectNamed(dialect);
    const server = servers.get(dialect);
    if (named === undefined || server === undefined) throw new Error(`variant '${name}' speaks dialect '${dialect}', which there is not`);
    const rules = RULES.filter((_, place) => (place + index) % (ONE_RULE_IN[name] ?? ONE_RULE_IN_FOUR) === 0).map((rule, place) => onSome(rule, index + place, OPERATIONS_OF[name] ?? 1));
    const verdicts = await judgeTarget(`${server.url}/${name}`, { run: `v${index.toString(36)}`, rules, runs: 10, answers: named.answers });
    const unsound = verdicts.filter(({ verdict }) => UNSOUND.has(verdict)).map(({ rule, operation, verdict, reason, violations }) => `${rule} on ${operation}: ${verdict} ${reason ?? ''} ${violations.map(({ expected, actual }) => `wants ${expected}, got ${actual}`).join('; ')}`);
    expect(unsound).toEqual([]);
  }, 240_000);
});
