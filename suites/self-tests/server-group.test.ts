import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningProcess, untilListening } from '../../shared/process/listening-line.ts';
import type { VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import type { Assignment } from '../engine/run-config.ts';
import { RULES } from '../rules/index.ts';
import { needsControllers } from '../rules/needs.ts';
import { openTarget } from './judge-target.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = 'reference-server/testing/server-group/main.fixture.ts';
const WHY_NOT =
  spawnSync('etcd', ['--version']).status === 0
    ? undefined
    : 'there is no etcd on the PATH (Debian: apt-get install etcd-server)';
if (WHY_NOT !== undefined) process.stderr.write(`skipped: servers that share an etcd: ${WHY_NOT}\n`);

/**
 * Families that a single server passes easily, and servers with a shared store only if they inform each other of
 * everything.
 */
const FAMILIES: ReadonlySet<string> = new Set(['concurrency', 'watch']);
const ONE_RULE_IN = 4;
const RUNS = 2;
/** Rules that mostly wait. */
const SLOW: ReadonlySet<string> = new Set([
  'watch/slow-reader-loses-nothing',
  'watch/goes-on-where-a-timeout-ended-it',
  'watch/old-version-is-served-whole-or-refused',
  'watch/ends-at-its-timeout',
]);

/** How long a killed and replaced server is left alone. */
const KILL_EVERY_MS = 400;
/** Findings about a broken connection, which clients of a killed server must expect. */
const CUT = /\b(no response|it was cut|connection was dropped|world\/keeps-answering)\b/;

/** One rule in four of the families, on one of its operations, with another start for each test. */
function some(first: number): Assignment[] {
  const rules = RULES.filter(
    (rule) => FAMILIES.has(rule.id.split('/')[0] ?? '') && !needsControllers(rule) && !SLOW.has(rule.id),
  );
  return rules.flatMap(({ id, operations }, place) => {
    const operation = operations[(place * 5) % operations.length];
    return place % ONE_RULE_IN === first && operation !== undefined ? [{ rule: id, operation: operation.id }] : [];
  });
}

/** The wrong verdicts, one line each. */
function findings(verdicts: readonly VerdictLine[]): string[] {
  const wrong = verdicts.filter(({ verdict }) => ['failed', 'broken', 'blocked'].includes(verdict));
  return wrong.flatMap(({ rule, operation, verdict, reason, violations }) => {
    const details =
      violations.length === 0
        ? [reason ?? verdict]
        : violations.map(({ expected, actual }) => `wants ${expected}, got ${actual}`);
    return details.map((each) => `${rule} on ${operation}: ${each}`);
  });
}

describe.skipIf(WHY_NOT !== undefined)(
  'three servers over one etcd, behind a balancer that gives each request to another',
  () => {
    let child: ChildProcess;
    let servers: ListeningProcess;

    beforeAll(async () => {
      const started = spawn(process.execPath, ['--import', 'tsx', ENTRY], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      servers = await untilListening(started, ENTRY);
    });

    afterAll(async () => {
      await servers[Symbol.asyncDispose]();
    });

    it('obeys the rules as one server does', async () => {
      const assignments = some(0);
      const target = await openTarget(servers.url, { run: 'shared', assignments });
      const verdicts = await target.judge(assignments, { runs: RUNS, bail: false });
      await target.close();
      expect(verdicts).toHaveLength(assignments.length);
      expect(findings(verdicts)).toEqual([]);
    });

    it('obeys them while one after the other is killed and replaced, except for broken connections', async () => {
      const assignments = some(1);
      const target = await openTarget(servers.url, { run: 'killed', assignments });
      const disturbance = setInterval(() => child.kill('SIGUSR2'), KILL_EVERY_MS);
      const verdicts = await target.judge(assignments, { runs: RUNS, bail: false });
      clearInterval(disturbance);
      await target.close();
      expect(verdicts.filter(({ rule }) => rule !== 'world/keeps-answering')).toHaveLength(assignments.length);
      expect(findings(verdicts).filter((finding) => !CUT.test(finding))).toEqual([]);
    });
  },
);
