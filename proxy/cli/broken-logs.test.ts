import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { redacting } from '../../shared/exchange-log/redaction.ts';
import { prune } from '../edit/prune.ts';
import { redactedLines } from '../edit/redacted-lines.ts';
import { curlScript } from '../export/curl-script.ts';
import { harText } from '../export/export-har.ts';
import { openFlowingLog } from '../log/flowing-log.ts';
import { openIndexedLog } from '../log/indexed-log.ts';
import { writeNewLog } from '../log/write-new-log.ts';
import { serveRecording } from '../serve/serve-recording.ts';
import { recordingStats } from '../stats/recording-stats.ts';
import { renderStats } from '../stats/render-stats.ts';
import { proxyCommand } from './proxy-command.ts';

let folder: string;
let lines: string[];
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-broken-'));
  lines = (await readFile('fixtures/traffic/client-node.jsonl', 'utf8')).split('\n').slice(0, -1);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function fresh(): string {
  made += 1;
  return join(folder, `${made}.jsonl`);
}

/** The code and message of a command line's error, or `undefined`. */
async function ran(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly message: string } | undefined> {
  const argv = ['node', 'proxy', ...args];
  return (await proxyCommand(argv)).parseAsync(argv).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => ({ code: error.code, message: error.message }),
  );
}

/** Command lines that read a recording, without their file. */
const READERS: readonly (readonly string[])[] = [
  ['stats'],
  ['serve', '--port', '0'],
  ['export', '--har', 'OUT'],
  ['export', '--curl', 'OUT'],
  ['redact', '--out', 'OUT'],
  ['prune', '--duplicates', '--out', 'OUT'],
  ['replay', '--against', 'http://127.0.0.1:9'],
  ['diff', '--target', 'http://127.0.0.1:9'],
];

describe('a file that is not a recording', () => {
  it('is refused by every command that reads one, in one line that names it and the line, and nothing is written', async () => {
    const [header = '', request = ''] = lines;
    const broken: readonly (readonly [content: string, says: string])[] = [
      ['', 'empty'],
      ['{"a":1}\n', ':1: not the header'],
      [header.replace('"format":1', '"format":99'), ':1: format 99 is newer'],
      [`${header}\nwords\n${request}\n`, ':2: not a line of JSON'],
      [`${header}\n${request.replace('"method":"GET"', '"method":7')}\n`, ":2: 'method' of this request line"],
      [`${header}\n{"kind":"__proto__"}\n`, ":2: '__proto__' is no kind of line"],
    ];
    for (const [content, says] of broken) {
      const path = fresh();
      await writeFile(path, content);
      for (const [command = '', ...args] of READERS) {
        const failure = await ran(command, path, ...args.map((arg) => (arg === 'OUT' ? `${path}.out` : arg)));
        expect([command, failure]).toEqual([
          command,
          {
            code: 'ERR_EXCHANGE_LOG',
            message: expect.stringContaining(`${path}${says.startsWith(':') ? '' : ': '}${says}`) as unknown,
          },
        ]);
        expect(failure?.message).not.toContain('\n');
      }
      expect((await readdir(folder)).filter((name) => name.startsWith(`${made}.`))).toEqual([`${made}.jsonl`]);
    }
  });
});

/** Reads a log with every command that needs no other server. */
async function readInEveryWay(log: ExchangeLog): Promise<void> {
  const flowing = await openFlowingLog(log.path);
  renderStats(await recordingStats(flowing), { colour: false });
  const indexed = await openIndexedLog(log.path);
  const read: unknown[] = [];
  for await (const part of harText(indexed)) read.push(part);
  for await (const part of curlScript(indexed)) read.push(part);
  indexed.close();
  const out = `${log.path}.out`;
  await writeNewLog(out, log.header, redactedLines(flowing.lines(), log.path, redacting()), log.path);
  expect((await readExchangeLog(out)).lines).toHaveLength(log.lines.length);
  const { lines: kept } = await prune(flowing, { duplicates: true });
  for await (const line of kept()) read.push(line);
  for (const mode of ['strict', 'stateful'] as const) {
    const serving = await serveRecording(await openIndexedLog(log.path), {
      host: '127.0.0.1',
      port: 0,
      mode,
      speed: 'instant',
      holdEvents: false,
      onMiss: () => undefined,
    });
    await serving.close();
  }
}

describe('a recording with lost, swapped, repeated or altered lines', () => {
  it('is read as far as it goes, or refused in one line', async () => {
    const bent = fc.constantFrom('"status":99999', '"status":-1', '"status":1e9');
    const damage = fc.record({
      at: fc.nat(),
      how: fc.oneof(fc.constantFrom('drop', 'repeat', 'swap', 'cut', 'body-file'), bent),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
        const path = fresh();
        await writeFile(path, `${damages.reduce(damaged, lines).join('\n')}\n`);
        const unclear = await readExchangeLog(path)
          .then(readInEveryWay)
          .then(
            () => undefined,
            (error: NodeJS.ErrnoException) =>
              error.code === 'ERR_EXCHANGE_LOG' && !error.message.includes('\n') ? undefined : error,
          );
        expect(unclear).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });
});

function damaged(whole: readonly string[], { at, how }: { readonly at: number; readonly how: string }): string[] {
  const index = 1 + (at % Math.max(1, whole.length - 1));
  const line = whole[index] ?? '';
  if (how === 'drop') return whole.toSpliced(index, 1);
  if (how === 'repeat') return whole.toSpliced(index, 0, line);
  if (how === 'swap')
    return [...whole.slice(0, index), ...whole.slice(index + 1, index + 2), line, ...whole.slice(index + 2)];
  if (how === 'cut') return whole.with(index, line.slice(0, at % Math.max(1, line.length)));
  if (how === 'body-file')
    return whole.with(
      index,
      line.replace(/"body":\{.*\}/, '"body":{"file":"../../etc/passwd","sha256":"0","bytes":1}'),
    );
  return whole.with(index, line.replace(/"status":\d+/, how));
}
