import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LoggedBody } from '../../shared/exchange-log/exchange-log.ts';

/** A large body on its way to its own file. */
export interface SideFile {
  /** Resolves when the bytes are written. */
  write(bytes: Buffer): Promise<void>;
  /** Takes bytes that must not reach the disk, and deletes those that are there. */
  hide(bytes: Buffer): Promise<void>;
  /** Closes the file and names it by its hash. @returns the reference for the log */
  keep(): Promise<LoggedBody>;
  /** Deletes the file. @returns the hash of all bytes */
  drop(): Promise<Buffer>;
}

/**
 * The folder of large bodies beside a log: `<log>.bodies/<sha256>`. Equal bodies share a file, and incomplete ones
 * have another name.
 */
export class SideFiles {
  readonly #folder: string;
  #last = 0;

  constructor(logPath: string) {
    this.#folder = `${logPath}.bodies`;
  }

  /** Removes the folder of an earlier log. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Begins a file. Rejects with node's error if it cannot be created. */
  async begin(): Promise<SideFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#last += 1;
    const path = join(this.#folder, `unfinished-${this.#last}`);
    return new OpenSideFile(await open(path, 'w', 0o600), path);
  }
}

class OpenSideFile implements SideFile {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.appendFile(bytes);
  }

  async hide(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.truncate(0);
  }

  async keep(): Promise<LoggedBody> {
    await this.#file.close();
    const sha256 = this.#hash.digest('hex');
    const folder = dirname(this.#path);
    await rename(this.#path, join(folder, sha256));
    return { file: `${basename(folder)}/${sha256}`, sha256, bytes: this.#bytes };
  }

  async drop(): Promise<Buffer> {
    await this.#file.close();
    await rm(this.#path, { force: true });
    return this.#hash.digest();
  }
}
