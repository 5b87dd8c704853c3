import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SnapshotError, cannotWrite } from './snapshot-error.ts';

export interface SnapshotLock {
  /** Leaves the snapshot to others. */
  release(): Promise<void>;
}

/** Lock files of servers in this process. */
const HELD = new Set<string>();

/**
 * Has a snapshot be one server's alone while that runs: of two, the one that ends last would save its world over the other's. A file beside it
 * names the process; where that is gone, however it ended, the lock is taken over. Rejects with `SnapshotError` where another server has it, and
 * where nothing can be written there: who is told only at the end has lost the world.
 */
export async function lockSnapshot(path: string): Promise<SnapshotLock> {
  const lock = `${resolve(path)}.lock`;
  if (HELD.has(lock)) throw inUse(path, lock, process.pid);
  if (!(await taken(path, lock))) {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    // A process that has the number of this one was before it.
    if (owner !== process.pid && (await isAlive(owner))) throw inUse(path, lock, owner);
    await rm(lock, { force: true });
    if (!(await taken(path, lock))) throw inUse(path, lock, owner);
  }
  HELD.add(lock);
  let isOurs = true;
  return {
    async release() {
      if (!isOurs) return;
      isOurs = false;
      HELD.delete(lock);
      await rm(lock, { force: true });
    },
  };
}

/** Whether the lock file was not there, and is ours now. */
async function taken(path: string, lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw cannotWrite(path, error);
  }
}

async function isAlive(owner: number): Promise<boolean> {
  if (!Number.isSafeInteger(owner) || owner <= 0) return false;
  try {
    process.kill(owner, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !(await hasEnded(owner));
}

/** Whether a process has ended, and keeps its number until its parent asks how: in containers that may be never. Linux alone tells. */
async function hasEnded(owner: number): Promise<boolean> {
  const stat = await readFile(`/proc/${owner}/stat`, 'utf8').catch(() => '');
  return /\) [ZX] [^)]*$/u.test(stat);
}

function inUse(path: string, lock: string, owner: number): SnapshotError {
  return new SnapshotError(
    `the snapshot ${path} is that of process ${owner}, which will save its world there (${lock} says so)`,
  );
}
