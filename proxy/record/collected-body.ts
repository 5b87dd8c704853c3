import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import type { LogWriter } from './log-writer.ts';

/** Bodies up to this many bytes stand in the log itself. */
export const INLINE_BYTES = 1024 * 1024;

/** A body as it arrives: in memory up to a cap, beyond it in a file beside the log, so that any size takes constant memory. */
export class CollectedBody {
  readonly #writer: LogWriter;
  readonly #label: string;
  readonly #maySpill: boolean;
  #held: Buffer[] = [];
  #bytes = 0;
  #spill: Promise<Spill> | undefined;
  #queued = 0;

  /** `label` names the side file. Where `maySpill` is false, what is beyond the cap is dropped: bodies that must be redacted whole. */
  constructor(writer: LogWriter, label: string, maySpill: boolean) {
    this.#writer = writer;
    this.#label = label;
    this.#maySpill = maySpill;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a chunk; a promise means: send no more before it settles. */
  push(chunk: Buffer): Promise<void> | undefined {
    this.#bytes += chunk.length;
    if (this.#spill === undefined && this.#bytes <= INLINE_BYTES) {
      this.#held.push(chunk);
      return undefined;
    }
    if (!this.#maySpill) return undefined;
    const first = this.#spill === undefined ? [...this.#held.splice(0), chunk] : [chunk];
    return this.#append(Buffer.concat(first));
  }

  /** The bytes, of a body that was small enough; `undefined` for one that spilled. */
  inline(): Buffer | undefined {
    if (this.#bytes > INLINE_BYTES) return undefined;
    const [only] = this.#held;
    return only !== undefined && this.#held.length === 1 ? only : Buffer.concat(this.#held);
  }

  /** Closes the side file; resolves with the reference to it, or `undefined` where nothing could be kept. */
  async spilled(): Promise<LoggedBody | undefined> {
    const spill = await this.#spill?.catch(() => undefined);
    if (spill === undefined) return undefined;
    await spill.file.close();
    return { file: spill.name, sha256: spill.hash.digest('hex'), bytes: this.#bytes };
  }

  #append(bytes: Buffer): Promise<void> | undefined {
    this.#queued += bytes.length;
    this.#spill = (this.#spill ?? this.#open()).then(async (spill) => {
      spill.hash.update(bytes);
      await spill.file.appendFile(bytes);
      this.#queued -= bytes.length;
      return spill;
    });
    const written = this.#spill;
    written.catch(() => undefined);
    return this.#queued > INLINE_BYTES ? written.then(() => undefined, () => undefined) : undefined;
  }

  async #open(): Promise<Spill> {
    const { name, file } = await this.#writer.sideFile(this.#label);
    return { name, file, hash: createHash('sha256') };
  }
}

interface Spill {
  readonly name: string;
  readonly file: FileHandle;
  readonly hash: ReturnType<typeof createHash>;
}
