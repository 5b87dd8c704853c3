import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed } from '../../spec/dialects/index.ts';
import type { Assignment } from '../engine/run-config.ts';
import { needsControllers } from '../rules/needs.ts';
import type { Rule } from '../rules/rule.ts';
import { RULES } from '../rules/index.ts';
import { judgeTarget } from './judge-target.ts';
import { listedVariants } from './listed.ts';
import { type Servers, startServers } from './servers.ts';
import { casesOfThisTurn } from './turn.fixture.ts';

/**
 * Proves that the suite fails no correct server: the reference server with each legal variant in front of it, judged
 * by rules of every family. This is a sample, because `.ci/long` judges every variant by the whole suite.
 */
const variants = await listedVariants();

/** Verdicts that no correct server may get. */
const UNSOUND: ReadonlySet<string> = new Set(['failed', 'broken', 'blocked']);

/**
 * Each variant is judged by one rule in this many, with another start for each; variants with much waiting by fewer.
 */
const ONE_RULE_IN: Readonly<Record<string, number>> = {
  'kubernetes-1-7': 1,
  'control-loops-at-work': 6,
  'control-loops-write-soon': 8,
  slow: 48,
  'answers-come-late': 32,
  'byte-by-byte': 48,
  'namespaces-end-late': 48,
  'events-come-in-batches': 48,
  'stalls-every-few-seconds': 48,
};
const ONE_RULE_IN_MANY = 30;

/** The variants with the most rules first, so none of them runs alone at the end. */
const BY_WORK = [...casesOfThisTurn(variants.map((variant, index) => ({ ...variant, index })))].sort(
  (a, b) => workOf(b.name) - workOf(a.name),
);

function workOf(name: string): number {
  return 1 / (ONE_RULE_IN[name] ?? ONE_RULE_IN_MANY);
}

/**
 * The variant whose controllers do everything that the rules about them expect. On the others, each of those rules
 * would wait in vain.
 */
const AT_WORK = 'control-loops-at-work';

/** The rule on one of its operations, another one for each turn. */
function onOne({ id, operations }: Rule, turn: number): Assignment[] {
  const operation = operations[(turn * 7) % operations.length];
  return operation === undefined ? [] : [{ rule: id, operation: operation.id }];
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
          (place + index) % (ONE_RULE_IN[name] ?? ONE_RULE_IN_MANY) === 0 &&
          (!needsControllers(rule) || name === AT_WORK),
      );
      const assignments = rules.flatMap((rule, place) => onOne(rule, index + place));
      const verdicts = await judgeTarget(servers.url(dialect, name), {
        run: `v${index.toString(36)}`,
        assignments,
        runs: 4,
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
