import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRIED_SYSTEMS } from '../../fresh/tried-systems.ts';
import { RULES } from '../../rules/index.ts';
import { run } from '../listening-process.ts';
import { everyShown } from './shown.ts';

const TRACK_RECORD = new URL('../../../docs/track-record.md', import.meta.url);
const MAIN = 'suites/self-tests/one-fault/main.ts';

const shown = await everyShown();

describe('the faults of `pnpm fault`', () => {
  it('have each command of the track record, under a name of its own', () => {
    const names = shown.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const commands = [...readFileSync(TRACK_RECORD, 'utf8').matchAll(/`pnpm fault ([a-z0-9][a-z0-9./-]*)`/g)];
    const expected = [
      ...shown.filter(({ reported }) => reported).map(({ name }) => name),
      ...TRIED_SYSTEMS.flatMap(({ server }) => ('fault' in server ? [server.fault] : [])),
    ];
    expect(commands.map(([, name]) => name).sort()).toEqual(expected.sort());
  });

  it('name existing rules', () => {
    const ids = new Set(RULES.map(({ id }) => id as string));
    expect(shown.flatMap(({ rules }) => rules.filter((rule) => !ids.has(rule)))).toEqual([]);
  });

  it.each(['deployment-surge-defaults-to-one', 'kubernetes-1.7/status-has-no-code'])('are found: %s', async (name) => {
    const { exitCode, stdout } = await run('--import', 'tsx', MAIN, name);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('1 rule:  1 failed')]);
  });
});
