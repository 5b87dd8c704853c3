import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { wireBody } from './body.ts';
import { MOST_READ, withSideBody } from './with-side-body.ts';

const BYTES = Buffer.from('{"kind":"ConfigMapList"}');
const SHA256 = createHash('sha256').update(BYTES).digest('hex');

let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-side-'));
  log = join(folder, 'log.jsonl');
  await mkdir(join(folder, 'log.jsonl.bodies'));
  await writeFile(join(folder, 'log.jsonl.bodies', SHA256), BYTES);
});
afterAll(() => rm(folder, { recursive: true }));

function lineWith(sha256: string, bytes = BYTES.length): HappeningLine {
  return { kind: 'body', n: 1, t: 1, exchange: 1, body: { file: `log.jsonl.bodies/${sha256}`, sha256, bytes } };
}

describe('a body in a file beside the log', () => {
  it('is read, and weighs as much as it has bytes', async () => {
    const { line, added } = await withSideBody(lineWith(SHA256), log);
    expect(line).toMatchObject({ body: { text: BYTES.toString() } });
    expect(added).toBe(BYTES.length);
  });

  it('is named in the error if it is missing', async () => {
    await expect(withSideBody(lineWith('0'.repeat(64)), log)).rejects.toThrow(
      /log\.jsonl: cannot read the body file log\.jsonl\.bodies\/0+: ENOENT/,
    );
  });

  it('that is too large to be judged stays unread', async () => {
    const { line, added } = await withSideBody(lineWith('0'.repeat(64), MOST_READ + 1), log);
    expect(added).toBe(0);
    expect(wireBody('body' in line && line.body !== undefined ? line.body : { text: '' }, 'json')).toMatchObject({
      unread: true,
      value: undefined,
    });
  });
});
