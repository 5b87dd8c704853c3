import { once } from 'node:events';
import type { Transform } from 'node:stream';
import type { LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import type { SideFile, SideFiles } from './side-files.ts';

/** Bodies up to this many bytes stand in the log itself. */
export const INLINE_BYTES = 1024 * 1024;
/** Bodies up to this many bytes are held until they are whole, so that they can be redacted; larger ones go to the disk as they come. */
export const HELD_BYTES = 8 * 1024 * 1024;
/** Bytes that may wait for the disk before their sender has to. */
const MOST_QUEUED = 1024 * 1024;
/** More than any sign of a secret is long: what a sign may begin with at the end of a piece. */
const SEAM = 64;

/** How a body is kept, beside what is in it. */
export interface Keeping {
  readonly files: SideFiles;
  /** Undoes the content coding; `undefined` where there is none that we know. */
  readonly decoder: Transform | undefined;
  /** Whether there is something in these bytes that must not be kept. */
  readonly concerns: (bytes: Buffer) => boolean;
  /** What stands for a body as a whole that must not be kept and is too large to be redacted, made from its hash. */
  readonly whole: (digest: Buffer) => string;
}

/**
 * A body as it arrives, decoded: in memory up to a bound, beyond it in a file beside the log, so that any size takes constant memory.
 *
 *     pushed: 3 pieces, 40 KB      -> whole() gives the bytes
 *     pushed: 3000 pieces, 200 MB  -> the first 8 MB are held, then all goes to the file as it comes; whole() gives the reference to it
 *     ... and at 150 MB a Secret   -> the file is removed, and a token of its hash stands for the body
 */
export class CollectedBody {
  readonly #keeping: Keeping;
  #held: Buffer[] = [];
  #raw: Buffer[] = [];
  #rawBytes = 0;
  #bytes = 0;
  #seam: Buffer = Buffer.alloc(0);
  #hides = false;
  #queued = 0;
  #spill: Promise<SideFile> | undefined;
  #decoderOver: Promise<unknown> | undefined;
  #undecodable = false;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
    const { decoder } = keeping;
    if (decoder === undefined) return;
    decoder.on('data', (plain: Buffer) => {
      if (this.#take(plain) !== undefined) this.#holdDecoder(decoder);
    });
    this.#decoderOver = new Promise((resolve) => decoder.once('close', resolve));
    decoder.once('error', () => (this.#undecodable = true));
  }

  /** Takes a chunk as it was sent; a promise means: send no more before it settles. */
  push(chunk: Buffer): Promise<void> | undefined {
    const { decoder } = this.#keeping;
    if (decoder === undefined) return this.#take(chunk);
    this.#rawBytes += chunk.length;
    if (this.#rawBytes <= INLINE_BYTES) this.#raw.push(chunk);
    else this.#raw = [];
    if (decoder.destroyed || decoder.write(chunk)) return undefined;
    return Promise.race([once(decoder, 'drain'), this.#decoderOver]).then(() => undefined, () => undefined);
  }

  /** The whole body: its bytes where they were held, at once where nothing had to be decoded; else how the log refers to it. Rejects with node's error where it could not be written. */
  whole(): Buffer | Promise<Buffer | LoggedBody> {
    const { decoder } = this.#keeping;
    if (decoder === undefined) return this.#spill === undefined ? this.#bytesHeld() : this.#kept(this.#spill);
    if (!decoder.destroyed) decoder.end();
    return this.#wholeDecoded();
  }

  async #wholeDecoded(): Promise<Buffer | LoggedBody> {
    await this.#decoderOver;
    if (this.#undecodable && this.#rawBytes <= INLINE_BYTES) return Buffer.concat(this.#raw);
    return this.#spill === undefined ? this.#bytesHeld() : this.#kept(this.#spill);
  }

  #bytesHeld(): Buffer {
    const [only] = this.#held;
    return only !== undefined && this.#held.length === 1 ? only : Buffer.concat(this.#held);
  }

  #take(piece: Buffer): Promise<void> | undefined {
    this.#bytes += piece.length;
    if (this.#bytes <= HELD_BYTES) {
      this.#held.push(piece);
      return undefined;
    }
    const first = this.#spill === undefined ? Buffer.concat([...this.#held.splice(0), piece]) : piece;
    this.#look(first);
    return this.#append(first);
  }

  /** A sign of a secret may lie across two pieces. */
  #look(piece: Buffer): void {
    if (this.#hides) return;
    const { concerns } = this.#keeping;
    this.#hides = concerns(piece) || concerns(Buffer.concat([this.#seam, piece.subarray(0, SEAM)]));
    this.#seam = Buffer.from(piece.subarray(-SEAM));
  }

  #append(piece: Buffer): Promise<void> | undefined {
    this.#queued += piece.length;
    const hides = this.#hides;
    this.#spill = (this.#spill ?? this.#keeping.files.begin()).then(async (file) => {
      await (hides ? file.hide(piece) : file.write(piece)).catch(async (error: unknown) => {
        await file.drop().catch(() => undefined);
        throw error;
      });
      this.#queued -= piece.length;
      return file;
    });
    const written = this.#spill;
    written.catch(() => undefined);
    return this.#queued > MOST_QUEUED ? written.then(() => undefined, () => undefined) : undefined;
  }

  async #kept(spill: Promise<SideFile>): Promise<LoggedBody> {
    const file = await spill;
    return this.#hides ? { text: this.#keeping.whole(await file.drop()) } : file.keep();
  }

  #holdDecoder(decoder: Transform): void {
    decoder.pause();
    void this.#spill?.then(() => decoder.resume(), () => decoder.resume());
  }
}
