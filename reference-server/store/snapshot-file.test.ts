import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnapshot, writeSnapshot } from './snapshot-file.ts';

const codec = { encode: (value: object) => JSON.stringify(value), decode: (text: string) => JSON.parse(text) as object };

describe('a snapshot', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'snapshot-'));
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('gives back what was written, and leaves nothing beside it', async () => {
    const path = join(directory, 'kept');
    const value = JSON.parse('{"__proto__":{"x":"line\\nbreak"}}') as object;
    const range = { entries: [{ key: '/a/', revision: 3, value }], revision: 7 };
    await writeSnapshot(path, { entries: [], revision: 1 }, codec);
    await writeSnapshot(path, range, codec);
    const read = await readSnapshot(path, codec);
    expect(read).toEqual(range);
    expect(JSON.stringify(read?.entries[0]?.value)).toBe(JSON.stringify(value));
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it('is nothing where there is no file', async () => {
    expect(await readSnapshot(join(directory, 'none'), codec)).toBeUndefined();
  });

  it('says which file it cannot write, and leaves nothing half-written', async () => {
    const path = join(directory, 'no', 'such', 'folder');
    await expect(writeSnapshot(path, { entries: [], revision: 1 }, codec)).rejects.toMatchObject({ code: 'ERR_SNAPSHOT', message: expect.stringContaining(path) });
  });

  const HEAD = '{"format":"plumbline-snapshot","version":1,"revision":7,"entries":1}';

  it.each([
    ['', 'line 1'],
    ['[]', 'line 1: expected a JSON object'],
    ['{"format":"other"}', 'line 1: expected a snapshot'],
    ['{"format":"plumbline-snapshot","version":1,"revision":-1,"entries":0}', 'line 1: expected whole numbers'],
    [HEAD, 'has 0 entries, and its first line says 1'],
    [`${HEAD}\n{"key":"/a/","revision":8,"value":{}}\n`, 'line 2: expected a revision up to 7'],
    [`${HEAD}\n{"key":"a","revision":1,"value":{}}\n`, 'line 2: expected a key'],
    [`${HEAD}\n{"key":"/a/","revis\n`, 'line 2'],
  ])('that is %j is refused with its place', async (text, message) => {
    const path = join(directory, 'broken');
    await writeFile(path, text);
    await expect(readSnapshot(path, codec)).rejects.toMatchObject({ code: 'ERR_SNAPSHOT', message: expect.stringContaining(message) });
  });
});
