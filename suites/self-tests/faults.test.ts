import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../rules/index.ts';
import { judgeTarget } from './judge-target.ts';
import type { ListeningProcess } from './listening-process.ts';
import { run, startListening } from './listening-process.ts';

/**
 * Proof that the suite can fail: the reference server with each named fault in front of it, judged by the rule that the fault names.
 * The faults are another program of the project; what they are is read from what it prints.
 */
interface Named {
  readonly name: string;
  readonly caughtBy: string;
  readonly summary: string;
}

const { stdout } = await run('proxy/cli/main.ts', 'faults', '--list');
const faults: Named[] = stdout.split('\n').flatMap((line) => {
  const [, name, caughtBy, summary] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
  return name === undefined || caughtBy === undefined || summary === undefined ? [] : [{ name, caughtBy, summary }];
});

describe('every fault is caught by the rule that it names', () => {
  let server: ListeningProcess;
  let injector: ListeningProcess;

  beforeAll(async () => {
    server = await startListening('reference-server/cli/main.ts', '--port', '0');
    injector = await startListening('proxy/cli/main.ts', 'faults', '--target', server.url, '--port', '0');
  });

  afterAll(async () => {
    await injector[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  it('has at least 40 faults, over every family of rules that judges a server', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40);
    const families = new Set(faults.map(({ caughtBy }) => caughtBy.split('/')[0]));
    expect([...families].sort()).toEqual([...new Set(RULES.map(({ id }) => id.split('/')[0]))].sort());
  });

  it.concurrent.each(faults.map((fault, index) => ({ ...fault, index })))('$name: $summary', async ({ name, caughtBy, index }) => {
    const rule = RULES.find(({ id }) => id === caughtBy);
    if (rule === undefined) throw new Error(`fault '${name}' names rule '${caughtBy}', which there is not`);
    const verdicts = await judgeTarget(`${injector.url}/${name}`, { run: `f${index.toString(36)}`, rules: [rule], runs: 100 });
    expect(verdicts.map(({ verdict }) => verdict)).toContain('failed');
  }, 180_000);
});
