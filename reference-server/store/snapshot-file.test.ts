import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnapshot, timeOfSnapshot, writeSnapshot } from './snapshot-file.ts';

const codec = {
  encode: (value: object) => JSON.stringify(value),
  decode: (text: string) => JSON.parse(text) as object,
};

describe('a snapshot', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'snapshot-'));
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('returns the written contents, and leaves no other file', async () => {
    const path = join(directory, 'kept');
    const value = JSON.parse('{"__proto__":{"x":"line\\nbreak"}}') as object;
    const range = { entries: [{ key: '/a/', revision: 3, value }], revision: 7, time: Date.UTC(2017, 7, 1) };
    await writeSnapshot(path, { entries: [], revision: 1 }, codec);
    await writeSnapshot(path, range, codec);
    const read = await readSnapshot(path, codec);
    expect(read).toEqual(range);
    expect(await timeOfSnapshot(path)).toBe(range.time);
    expect(JSON.stringify(read?.entries[0]?.value)).toBe(JSON.stringify(value));
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it.each(['', '[]', `{"format":"${'x'.repeat(2000)}"}`])('that begins with %j has no time', async (text) => {
    const path = join(directory, 'begun');
    await writeFile(path, text);
    await expect(timeOfSnapshot(path)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining('line 1'),
    });
  });

  it('that is a folder cannot be read', async () => {
    for (const read of [timeOfSnapshot(directory), readSnapshot(directory, codec)])
      await expect(read).rejects.toMatchObject({ code: 'ERR_SNAPSHOT', message: expect.stringContaining(directory) });
  });

  it('may have no time, as older ones', async () => {
    const path = join(directory, 'older');
    await writeFile(path, '{"format":"plumbline-snapshot","version":1,"revision":7,"entries":0}\n');
    expect([await readSnapshot(path, codec), await timeOfSnapshot(path)]).toEqual([
      { entries: [], revision: 7 },
      undefined,
    ]);
  });

  it('is undefined without a file', async () => {
    expect([await readSnapshot(join(directory, 'none'), codec), await timeOfSnapshot(join(directory, 'none'))]).toEqual(
      [undefined, undefined],
    );
  });

  it('names the file that it cannot write, and leaves no partial file', async () => {
    const path = join(directory, 'no', 'such', 'folder');
    await expect(writeSnapshot(path, { entries: [], revision: 1 }, codec)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining(path),
    });
  });

  const HEAD = '{"format":"plumbline-snapshot","version":1,"revision":7,"entries":1}';

  it.each([
    ['', 'line 1'],
    ['[]', 'line 1: expected a JSON object'],
    ['{"format":"other"}', 'line 1: expected a snapshot'],
    ['{"format":"plumbline-snapshot","version":1,"revision":-1,"entries":0}', 'line 1: expected whole numbers'],
    ['{"format":"plumbline-snapshot","version":1,"revision":1,"entries":0,"time":"noon"}', 'line 1: expected a time'],
    [HEAD, 'has 0 entries, and its first line says 1'],
    [`${HEAD}\n{"key":"/a/","revision":8,"value":{}}\n`, 'line 2: expected a revision up to 7'],
    [`${HEAD}\n{"key":"a","revision":1,"value":{}}\n`, 'line 2: expected a key'],
    [`${HEAD}\n{"key":"/a/","revis\n`, 'line 2'],
  ])('that is %j is refused with its place', async (text, message) => {
    const path = join(directory, 'broken');
    await writeFile(path, text);
    await expect(readSnapshot(path, codec)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining(message),
    });
  });
});
