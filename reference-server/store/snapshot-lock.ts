import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SnapshotError, cannotWrite } from './snapshot-error.ts';

export interface SnapshotLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Lock files of servers in this process. */
const HELD = new Set<string>();

/**
 * Locks a snapshot for one running server. Without the lock, the server that ends last would overwrite the snapshot
 * of the other. A lock file next to the snapshot names the process. If that process has ended, the lock is taken
 * over. Rejects with `SnapshotError` if another server holds the lock, or if the folder is not writable: at the end
 * of the server its data would be lost.
 */
export async function lockSnapshot(path: string): Promise<SnapshotLock> {
  const lock = `${resolve(path)}.lock`;
  if (HELD.has(lock)) throw inUse(path, lock, process.pid);
  if (!(await taken(path, lock))) {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    // A lock file with this process's own id comes from an earlier process.
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

/** Whether the lock file did not exist and was created. */
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
    // The file exists: another server holds the lock.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !(await hasEnded(owner));
}

/**
 * Whether a process is a zombie: it has ended but keeps its id until its parent reaps it. In containers the parent
 * may never do so. Detected on Linux only.
 */
async function hasEnded(owner: number): Promise<boolean> {
  const stat = await readFile(`/proc/${owner}/stat`, 'utf8').catch(() => '');
  return /\) [ZX] [^)]*$/u.test(stat);
}

function inUse(path: string, lock: string, owner: number): SnapshotError {
  return new SnapshotError(
    `the snapshot ${path} belongs to the server of process ${owner}, which will save its objects there (lock file: ${lock})`,
  );
}
