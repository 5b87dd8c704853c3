import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Runs `proxy stats` with this stdout. @returns its exit code and its stderr */
async function stats(stdout: number | 'gone'): Promise<{ readonly code: unknown; readonly stderr: string }> {
  const child = spawn(process.execPath, ['proxy/cli/quick-start.mjs', 'stats', 'fixtures/traffic/client-node.jsonl'], {
    stdio: ['ignore', stdout === 'gone' ? 'pipe' : stdout, 'pipe'],
  });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

describe('output that cannot be written', () => {
  it.runIf(existsSync('/dev/full'))('is reported in one line, with exit code 2', async () => {
    expect(await stats(openSync('/dev/full', 'w'))).toEqual({
      code: 2,
      stderr: 'error: cannot write the output: ENOSPC: no space left on device, write\n',
    });
  });

  it('is no error if the reader of a pipe has gone', async () => {
    expect(await stats('gone')).toEqual({ code: 0, stderr: '' });
  });
});
