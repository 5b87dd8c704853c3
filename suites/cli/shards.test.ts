import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { RULES } from '../rules/index.ts';
import type { Assignment } from '../engine/run-config.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { run, startListening } from '../self-tests/listening-process.ts';
import { shardOf } from './settings/shard.ts';

const SLOW = 240_000;
const PAIRS: readonly Assignment[] = RULES.flatMap(({ id, operations }) =>
  operations.map((operation) => ({ rule: id, operation: operation.id })),
);

describe('the shards of a run', () => {
  it.each([1, 2, 3, 7])('are %i parts that together are the whole, each pair in one of them', (of) => {
    const parts = Array.from({ length: of }, (_, index) => shardOf(PAIRS, { index: index + 1, of }));
    expect(parts.flat()).toHaveLength(PAIRS.length);
    expect(new Set(parts.flat())).toEqual(new Set(PAIRS));
  });

  it('have as many operations of every rule as each other, give or take one', () => {
    const parts = [1, 2, 3].map((index) => shardOf(PAIRS, { index, of: 3 }));
    for (const { id } of RULES) {
      const counts = parts.map((part) => part.filter(({ rule }) => rule === id).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });

  it('are the same whatever order the pairs come in', () => {
    const names = (pairs: readonly Assignment[]): string[] =>
      pairs.map(({ rule, operation }) => `${rule} ${operation}`).sort();
    expect(names(shardOf(PAIRS.toReversed(), { index: 2, of: 3 }))).toEqual(names(shardOf(PAIRS, { index: 2, of: 3 })));
  });
});

describe('--shard and report merge', () => {
  let folder: string;
  let server: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-shards-'));
    server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (name: string): string => join(folder, name, 'report.json');
  // Too few pairs for a mixed walk: how often a rule applies in one is a race, and the cases of a report count it.
  const judge = (name: string, ...more: readonly string[]): ReturnType<typeof run> =>
    conformance(
      '--target',
      server.url,
      '--rules',
      'replace/changes-the-version,create/new-namespace-takes-objects',
      '--runs',
      '30',
      '--seed',
      '11',
      '--report-dir',
      join(folder, name),
      ...more,
    );
  const merge = (...args: readonly string[]): ReturnType<typeof run> =>
    run('reports/cli/quick-start.mjs', 'merge', ...args);
  const read = async (name: string): Promise<Report> => JSON.parse(await readFile(file(name), 'utf8')) as Report;
  const pairs = ({ rules }: Report): string[] =>
    rules
      .flatMap(({ id, operations }) =>
        operations.map(({ operation, verdict, cases }) => `${id} ${operation} ${verdict} ${cases}`),
      )
      .sort();

  it('merge two halves into the report of the whole, case for case', { timeout: SLOW }, async () => {
    const [whole, one, two] = [
      await judge('whole'),
      await judge('one', '--shard', '1/2'),
      await judge('two', '--shard', '2/2'),
    ];
    expect([whole.exitCode, one.exitCode, two.exitCode]).toEqual([0, 0, 0]);
    expect(one.stdout).toContain('shard 1/2');
    const merged = await merge(
      file('two'),
      file('one'),
      '--out',
      join(folder, 'merged'),
      '--reporter',
      'terminal,json,junit,html,markdown',
    );
    expect(merged).toMatchObject({ exitCode: 0, stderr: '' });
    expect(pairs(await read('merged'))).toEqual(pairs(await read('whole')));
    const [all, joined] = [await read('whole'), await read('merged')];
    expect({ ...joined, rules: joined.rules.map(({ id }) => id) }).toMatchObject({
      verdict: all.verdict,
      seed: 11,
      command: all.command,
      rules: all.rules.map(({ id }) => id),
      operations: all.operations,
    });

    const alone = await merge(file('two'), '--out', join(folder, 'alone'));
    expect(alone).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('shard 1/2 is missing') as unknown });
    expect((await merge(file('one'), file('one'), '--out', join(folder, 'twice'))).stderr).toMatch(
      /are both shard 1\/2/,
    );
    expect((await merge(file('whole'), '--out', join(folder, 'no-shard'))).stderr).toContain('not of a shard');
    await writeFile(join(folder, 'other.json'), JSON.stringify({ ...(await read('two')), seed: 12 }));
    expect(await merge(file('one'), join(folder, 'other.json'), '--out', join(folder, 'mixed'))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('differ in their seed: 11, and 12') as unknown,
    });
  });
});
