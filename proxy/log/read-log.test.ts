import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodyBytes } from './body-bytes.ts';
import { readLog } from './read-log.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-log-'));
  path = join(folder, 'log.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const HEADER = '{"kind":"header","format":1,"tool":"t","startedAt":"2026-01-01T00:00:00.000Z"}\n';
const line = (n: number): string => `{"kind":"end","n":${n},"t":${n},"exchange":1,"reason":"complete"}\n`;

describe('reading an exchange log', () => {
  it('reports a torn tail and keeps all lines before it', async () => {
    await writeFile(path, `${HEADER}${line(1)}${line(2).slice(0, 20)}`);
    const log = await readLog(path);
    expect(log.lines).toHaveLength(1);
    expect(log.torn).toContain(`${path}:3: the last line is cut`);
  });

  it('puts lines that were written late back in order of observation', async () => {
    await writeFile(path, `${HEADER}${line(2)}${line(1)}`);
    expect((await readLog(path)).lines.map(({ n }) => n)).toEqual([1, 2]);
  });

  it('takes line separators of Unicode for text', async () => {
    await writeFile(path, `${HEADER}{"kind":"end","n":1,"t":1,"exchange":1,"reason":"complete","detail":"a\u2028b"}\n`);
    expect((await readLog(path)).lines).toMatchObject([{ detail: 'a\u2028b' }]);
  });

  it.each([
    ['an empty file', '', /empty; an exchange log begins with a header line$/],
    ['another file', 'hello\n', /:1: not a line of JSON/],
    ['a log without header', line(1), /:1: not the header of an exchange log/],
    ['a newer format', '{"kind":"header","format":2}\n', /:1: format 2 is newer than 1, which this version reads; update Plumbline$/],
    ['a broken line in the middle', `${HEADER}{"kind":\n${line(1)}`, /:2: not a line of JSON/],
    ['an unknown kind', `${HEADER}{"kind":"__proto__"}\n`, /:2: '__proto__' is no kind of line/],
    ['a line that lacks a member', `${HEADER}{"kind":"end","n":1,"t":1,"exchange":1}\n`, /:2: 'reason' of this end line is absent or of the wrong type$/],
  ])('refuses %s, naming the line', async (_, text, message) => {
    await writeFile(path, text);
    await expect(readLog(path)).rejects.toThrow(expect.objectContaining({ code: 'ERR_EXCHANGE_LOG', message: expect.stringMatching(message) }));
  });

  it('refuses body files that are missing, changed, or not beside the log', async () => {
    await writeFile(join(folder, 'x'), 'changed');
    const body = (file: string) => ({ file, sha256: '0'.repeat(64), bytes: 1 });
    await expect(bodyBytes(path, body('y'))).rejects.toThrow(/cannot read the body file y/);
    await expect(bodyBytes(path, body('x'))).rejects.toThrow(/not the one that was recorded/);
    await expect(bodyBytes(path, body('../../etc/passwd'))).rejects.toThrow(/not beside the log/);
  });
});
