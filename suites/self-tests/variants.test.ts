import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed } from '../../spec/dialects/index.ts';
import type { Assignment } from '../engine/run-config.ts';
import { needsControllers } from '../rules/needs.ts';
import type { Rule } from '../rules/rule.ts';
import { RULES } from '../rules/index.ts';
import { judgeTarget } from './judge-target.ts';
import { listedVariants } from './listed.ts';
import { type Servers, startServers } from './servers.ts';

/**
 * Proves that the suite fails no correct server: the reference server with each legal variant in front of it, judged
 * by rules of every family. Each variant is judged on one operation of each rule, another one for each variant; two
 * of them on more.
 */
const variants = await listedVariants();

/** Verdicts that no correct server may get. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'broken', 'blocked']);

/** Variants that differ in everything are judged on this many operations of each rule. */
const OPERATIONS_OF: Readonly<Record<string, number>> = { 'kubernetes-1-7': 2 };

/**
 * Each variant is judged by one rule in this many, with another start for each; variants with much waiting by fewer.
 */
const ONE_RULE_IN: Readonly<Record<string, number>> = {
  'kubernetes-1-7': 1,
  'control-loops-write-soon': 2,
  slow: 24,
  'answers-come-late': 16,
  'busy-now-and-then': 12,
  'byte-by-byte': 24,
  'watch-replays-history': 6,
  'connections-close-after-each-answer': 8,
  'namespaces-end-late': 24,
};
const ONE_RULE_IN_SIX = 6;

/** The variants with the most rules first, so none of them runs alone at the end. */
const BY_WORK = variants
  .map((variant, index) => ({ ...variant, index }))
  .sort((a, b) => workOf(b.name) - workOf(a.name));

function workOf(name: string): number {
  return (OPERATIONS_OF[name] ?? 1) / (ONE_RULE_IN[name] ?? ONE_RULE_IN_SIX);
}

/**
 * The variant whose controllers do everything that the rules about them expect. On the others, each of those rules
 * would wait in vain.
 */
const AT_WORK = 'control-loops-at-work';

/** The rule on a few of its operations, others for each turn. */
function onSome({ id, operations }: Rule, turn: number, count: number): Assignment[] {
  return Array.from(
    { length: Math.min(count, operations.length) },
    (_, index) => operations[(turn * 7 + index * 5) % operations.length],
  ).flatMap((operation) => (operation === undefined ? [] : [{ rule: id, operation: operation.id }]));
}

describe('a legal variant', () => {
  let servers: Servers;

  beforeAll(async () => {
    servers = await startServers(variants.map(({ dialect }) => dialect));
  });

  afterAll(async () => {
    await servers[Symbol.asyncDispose]();
  });

  it('comes in at least 30 ways', () => {
    expect(variants.length).toBeGreaterThanOrEqual(30);
  });

  it.concurrent.each(BY_WORK)(
    'is failed by no rule: $summary ($name)',
    async ({ name, dialect, departsFrom = [], index }) => {
      const named = dialectNamed(dialect);
      if (named === undefined) throw new Error(`variant '${name}' speaks dialect '${dialect}', which does not exist`);
      const rules = RULES.filter(
        (rule, place) =>
          (place + index) % (ONE_RULE_IN[name] ?? ONE_RULE_IN_SIX) === 0 &&
          (!needsControllers(rule) || name === AT_WORK),
      );
      const assignments = rules.flatMap((rule, place) => onSome(rule, index + place, OPERATIONS_OF[name] ?? 1));
      const verdicts = await judgeTarget(servers.url(dialect, name), {
        run: `v${index.toString(36)}`,
        assignments,
        runs: 6,
        choices: named.choices,
      });
      const unsound = verdicts
        .filter(({ rule, verdict }) => UNSOUND.has(verdict) && !departsFrom.includes(rule))
        .map(
          ({ rule, operation, verdict, reason, violations }) =>
            `${rule} on ${operation}: ${verdict} ${reason ?? ''} ${violations.map(({ expected, actual }) => `wants ${expected}, got ${actual}`).join('; ')}`,
        );
      expect(unsound).toEqual([]);
    },
    400_000,
  );
});
