import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GapLine, HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { openIndexedLog } from '../log/indexed-log.ts';

/**
 * Size of the recording in megabytes. The same number bounds JavaScript's heap, most of which the program itself
 * takes.
 */
const RECORDED = 48;
const HEAP = 64;
const BODY_BYTES = 32 * 1024;
const GAP: GapLine = { kind: 'gap', n: 9, t: 2, lost: '4 lines', reason: 'ENOSPC: no space left on device, write' };

let folder: string;
let recording: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-large-'));
  recording = join(folder, 'large.jsonl');
  await pipeline(Readable.from(largeLog()), createWriteStream(recording));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A watch that sees every other of many writes, and the writes with their responses; the last line is cut. */
function* largeLog(): Generator<string> {
  yield line({ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' });
  const open = { exchange: 1, t: 0 };
  yield line({
    kind: 'request',
    n: 1,
    ...open,
    method: 'GET',
    target: '/api/v1/namespaces/a/configmaps?watch=true',
    headers: [],
  });
  yield line({ kind: 'response', n: 2, ...open, status: 200, headers: [] });
  for (let index = 0; index * 2.5 * BODY_BYTES < RECORDED * 1e6; index += 1) {
    const at = (n: number): Pick<HappeningLine, 'n' | 't' | 'exchange'> => ({
      n: 10 + 5 * index + n,
      t: index,
      exchange: index + 2,
    });
    const json = {
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'a', resourceVersion: String(index) },
      data: { k: 'y'.repeat(BODY_BYTES) },
    };
    yield line({
      kind: 'request',
      ...at(0),
      method: 'PUT',
      target: '/api/v1/namespaces/a/configmaps/x',
      headers: [],
      body: { json },
    });
    yield line({ kind: 'response', ...at(1), status: 200, headers: [['Content-Type', 'application/json']] });
    yield line({ kind: 'body', ...at(2), body: { json } });
    yield line({ kind: 'end', ...at(3), reason: 'complete' });
    if (index % 2 === 0)
      yield line({
        kind: 'event',
        ...at(4),
        exchange: 1,
        index: index / 2,
        body: { json: { type: 'MODIFIED', object: json } },
      });
    if (index === 0) yield line(GAP);
  }
  yield '{"kind":"end","n":';
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

describe('a recording that is larger than the memory', () => {
  it('is counted, redacted, pruned, exported and served, and every result reports its gaps', async () => {
    const [redacted, pruned] = [join(folder, 'redacted.jsonl'), join(folder, 'pruned.jsonl')];
    const commands = [
      ['stats'],
      ['redact', '--out', redacted],
      ['prune', '--duplicates', '--verb', 'watch', '--out', pruned],
      ['export', '--har', join(folder, 'out.har'), '--curl', join(folder, 'out.sh')],
    ];
    const program = `
      import { proxyCommand } from './proxy/cli/proxy-command.ts';
      import { openIndexedLog } from './proxy/log/indexed-log.ts';
      import { serveRecording } from './proxy/serve/serve-recording.ts';
      for (const [command, ...args] of ${JSON.stringify(commands)}) {
        const argv = ['node', 'proxy', command, ${JSON.stringify(recording)}, ...args];
        await (await proxyCommand(argv)).parseAsync(argv);
      }
      const serving = await serveRecording(await openIndexedLog(${JSON.stringify(recording)}), { host: '127.0.0.1', port: 0, mode: 'stateful', speed: 'instant', holdEvents: false, onMiss: console.error });
      console.log((await (await fetch(serving.url + '/api/v1/namespaces/a/configmaps')).json()).kind);
      await serving.close();`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`--max-old-space-size=${HEAP}`, '--import', 'tsx', '--input-type=module', '-e', program],
      { encoding: 'utf8' },
    );
    expect({ status, stdout: stdout.slice(-400), stderr: stderr.slice(-400) }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/left out 1 exchanges by selection and 0 repeats; .*\nConfigMapList\n$/s) as string,
    });
    const made = await Promise.all([redacted, pruned].map(openIndexedLog));
    for (const log of made) log.close();
    expect(made.map(({ gaps }) => gaps)).toEqual(
      [0, 1].map(() => [GAP, expect.objectContaining({ reason: 'the recording ended in the middle of it' })]),
    );
  });
});
