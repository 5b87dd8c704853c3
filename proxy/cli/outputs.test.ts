import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProxy } from './run-proxy.fixture.ts';

const RECORDING = 'fixtures/traffic/client-node.jsonl';
const SLOW = 60_000;

let folder: string;
let har: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-outputs-'));
  har = join(folder, 'traffic.har');
  expect(await runProxy('export', RECORDING, '--har', har)).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file that must not be overwritten. */
async function precious(): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'kept-')), 'precious');
  await writeFile(path, 'mine');
  return path;
}

/** The words of every command that writes a file without a server; OUT is the file. */
function writers(): readonly (readonly string[])[] {
  return [
    ['export', RECORDING, '--har', 'OUT'],
    ['export', RECORDING, '--curl', 'OUT'],
    ['import', har, '--out', 'OUT'],
    ['redact', RECORDING, '--out', 'OUT'],
    ['prune', RECORDING, '--duplicates', '--out', 'OUT'],
    ...['--json', '--markdown', '--html'].map((flag) => ['diff', RECORDING, RECORDING, flag, 'OUT']),
  ];
}

describe('an output file that exists', () => {
  it(
    'is kept by every command: one line names the flag, the file and --overwrite, exit 2',
    { timeout: SLOW },
    async () => {
      const path = await precious();
      for (const words of writers()) {
        const flag = words.at(-2);
        const run = await runProxy(...words.map((word) => (word === 'OUT' ? path : word)));
        expect([words, run]).toEqual([
          words,
          {
            code: 2,
            stdout: '',
            stderr: `error: ${flag}: ${path} exists and is not empty. Give another path, or --overwrite to replace the file.\n`,
          },
        ]);
      }
      expect(await readFile(path, 'utf8')).toBe('mine');
    },
  );

  it('is replaced with --overwrite', { timeout: SLOW }, async () => {
    for (const words of writers()) {
      const path = await precious();
      expect([
        words,
        await runProxy(...words.map((word) => (word === 'OUT' ? path : word)), '--overwrite'),
      ]).toMatchObject([words, { code: 0, stderr: '' }]);
      expect((await readFile(path, 'utf8')).length).toBeGreaterThan(4);
    }
  });

  it('is kept before a command sends or listens', { timeout: SLOW }, async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    let connections = 0;
    busy.on('connection', () => (connections += 1));
    const target = `http://127.0.0.1:${port}`;
    const path = await precious();
    for (const words of [
      ['record', '--target', target, '--port', String(port), '--out', path],
      ['replay', RECORDING, '--against', target, '--out', path],
      ['diff', RECORDING, '--target', target, '--html', path],
    ]) {
      expect([words, await runProxy(...words)]).toEqual([
        words,
        {
          code: 2,
          stdout: '',
          stderr: expect.stringMatching(
            /^error: --(?:out|html): .* exists and is not empty\. .*--overwrite to replace the file\.\n$/,
          ),
        },
      ]);
    }
    busy.close();
    expect(connections).toBe(0);
  });

  it(
    'is not replaced, even with --overwrite, if the same command reads it or writes it twice',
    { timeout: SLOW },
    async () => {
      const copy = join(folder, 'copy.jsonl');
      await copyFile(RECORDING, copy);
      expect(await runProxy('redact', copy, '--out', copy, '--overwrite')).toMatchObject({
        code: 2,
        stderr: `error: --out: ${copy} would be written over: this command reads the file. Give another path.\n`,
      });
      const both = join(folder, 'both');
      expect(await runProxy('export', copy, '--har', both, '--curl', both)).toMatchObject({
        code: 2,
        stderr: `error: --curl: ${both} would be written over: --har names the file too. Give another path.\n`,
      });
      expect(await readFile(copy, 'utf8')).toBe(await readFile(RECORDING, 'utf8'));
    },
  );

  it('leaves nothing unfinished beside the new one', { timeout: SLOW }, async () => {
    const path = await precious();
    await runProxy('redact', RECORDING, '--out', path, '--overwrite');
    expect(await readdir(join(path, '..'))).toEqual(['precious']);
    expect(await runProxy('export', RECORDING, '--curl', '/dev/null')).toMatchObject({ code: 0, stderr: '' });
  });
});
