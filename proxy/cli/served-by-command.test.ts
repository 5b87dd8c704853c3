import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { listeningUrl } from '../../shared/process/listening-line.ts';

const RECORDING = 'fixtures/traffic/client-node.jsonl';
const MAPS = '/api/v1/namespaces/default/configmaps';

interface CommandEnd<Result> {
  readonly code: unknown;
  readonly output: string;
  readonly errors: string;
  readonly result: Result;
}

/** Starts a listening command, uses it, and stops it. */
async function running<Result>(
  args: readonly string[],
  use: (url: string) => Promise<Result>,
): Promise<CommandEnd<Result>> {
  const child = spawn(process.execPath, ['proxy/cli/quick-start.mjs', ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  createInterface({ input: child.stderr }).on('line', (line) => (errors += `${line}\n`));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const result = await use((await listeningUrl(child.stdout)) ?? '');
  child.kill('SIGTERM');
  const [code] = (await closed) as [unknown];
  return { code, output, errors, result };
}

describe('proxy serve', () => {
  it('serves a recording, names requests without a response and unused exchanges, and exits 1', async () => {
    const { code, output, errors, result } = await running(['serve', RECORDING, '--speed', 'instant'], async (url) => [
      (await fetch(`${url}${MAPS}`)).status,
      (await fetch(`${url}${MAPS}`, { method: 'POST', body: '{"metadata":{"name":"other"}}' })).status,
    ]);
    expect(result).toEqual([200, 501]);
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^POST \S+ is not in \S+client-node\.jsonl; nearest is exchange 3, POST \S+: .*body at \$\.metadata\.name: recorded "first", sent "other"\n$/,
    );
    expect(output).toContain(
      'responded to 2 requests: 1 from the recording, 1 without a match\nused 1 of 14 recorded exchanges; never asked for:\n',
    );
  });

  it('exits 0 if every request found its response', async () => {
    const { code, output } = await running(
      ['serve', RECORDING, '--mode', 'stateful'],
      async (url) => (await fetch(`${url}${MAPS}`)).status,
    );
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('responded to 1 request: 1 from the recording, 0 without a match'),
    ]);
  });
});

describe('proxy faults --disturb', () => {
  it('also disturbs a server with a named fault, prints the seed and each disturbance, and forwards unselected requests', async () => {
    const { result, errors } = await running(['serve', RECORDING], (target) =>
      running(
        [
          'faults',
          '--target',
          target,
          '--fault',
          'list-items-lack-labels',
          '--disturb',
          'too-many-requests=1:9',
          '--kind',
          'pods',
          '--seed',
          '7',
        ],
        async (url) => {
          const refused = await fetch(`${url}/api/v1/namespaces/default/pods/pod`, { method: 'DELETE' });
          return [
            refused.status,
            refused.headers.get('retry-after'),
            await (await fetch(`${url}${MAPS}?labelSelector=app%3Da`)).text(),
          ];
        },
      ),
    );
    expect(errors).toBe('');
    expect(result.result).toEqual([429, '9', expect.not.stringContaining('"labels"')]);
    expect(result.errors).toBe('seed 7\ntoo-many-requests: DELETE /api/v1/namespaces/default/pods/pod #1\n');
    expect(result.code).toBe(0);
  });
});
