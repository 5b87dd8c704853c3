import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockSnapshot } from './snapshot-lock.ts';

describe('a snapshot', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'snapshot-lock-'));
  });
  afterAll(async () => rm(directory, { recursive: true }));

  it('is locked by one server until that server closes it, and no lock file stays', async () => {
    const path = join(directory, 'world');
    const lock = await lockSnapshot(path);
    await expect(lockSnapshot(path)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining(`belongs to the server of process ${process.pid}`),
    });
    await lock.release();
    const later = await lockSnapshot(path);
    await lock.release();
    await expect(lockSnapshot(path)).rejects.toMatchObject({ code: 'ERR_SNAPSHOT' });
    await later.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it('stays locked by a living process, and is taken over from a dead one', async () => {
    const path = join(directory, 'other');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await writeFile(`${path}.lock`, `${other.pid}\n`);
    await expect(lockSnapshot(path)).rejects.toMatchObject({
      message: expect.stringContaining(`belongs to the server of process ${other.pid}`),
    });
    other.kill('SIGKILL');
    await once(other, 'exit');
    const lock = await lockSnapshot(path);
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(`${process.pid}\n`);
    await lock.release();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a killed process that its parent never reaped',
    async () => {
      const path = join(directory, 'unasked');
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
      const owner = Number(String((await once(parent.stdout, 'data'))[0]));
      await writeFile(`${path}.lock`, `${owner}\n`);
      await expect(lockSnapshot(path)).rejects.toMatchObject({ code: 'ERR_SNAPSHOT' });
      await expect.poll(() => readFile(`/proc/${parent.pid}/cmdline`, 'utf8')).toMatch(/^sleep/u);
      process.kill(owner, 'SIGKILL');
      await expect.poll(() => readFile(`/proc/${owner}/stat`, 'utf8')).toMatch(/ Z /u);
      await (await lockSnapshot(path)).release();
      expect(process.kill(owner, 0)).toBe(true);
      parent.kill('SIGKILL');
    },
  );

  it.each(['', 'nonsense', '-1', String(process.pid)])(
    'is taken over if its lock file contains %j, which names no other process',
    async (text) => {
      const path = join(directory, 'odd');
      await writeFile(`${path}.lock`, text);
      await (await lockSnapshot(path)).release();
      expect(await readdir(directory)).not.toContain('odd.lock');
    },
  );

  it('that cannot be written is refused at the start', async () => {
    const path = join(directory, 'no', 'such', 'folder');
    await expect(lockSnapshot(path)).rejects.toMatchObject({
      code: 'ERR_SNAPSHOT',
      message: expect.stringContaining(`cannot write the snapshot ${path}`),
    });
  });
});
