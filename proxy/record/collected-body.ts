import { once } from 'node:events';
import type { Transform } from 'node:stream';
import type { LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { Redaction } from '../../shared/exchange-log/redaction.ts';
import type { SideFile, SideFiles } from './side-files.ts';

/** Bodies up to this many bytes are inline in the log. */
export const INLINE_BYTES = 1024 * 1024;
/**
 * Bodies up to this many bytes are held until they are whole, so they can be redacted; larger ones go to the disk as
 * they come.
 */
const HELD_BYTES = 8 * 1024 * 1024;
/** Bytes that may wait for the disk before their sender is paused. */
const MOST_QUEUED = 1024 * 1024;
/** Longer than any sign of a secret: a sign may begin in this last part of a piece. */
const SEAM = 64;
const NOTHING = Buffer.alloc(0);

/**
 * A decoded body as it arrives: in memory up to a bound, beyond it in a file beside the log, so any size takes
 * constant memory.
 *
 *     pushed: 3 pieces, 40 KB      -> whole() gives the bytes
 *     pushed: 3000 pieces, 200 MB  -> the first 8 MB are held, then all goes to the file as it comes; whole() gives the reference to it
 *     ... and at 150 MB a Secret   -> the file is removed, and a token of its hash stands for the body
 */
export class CollectedBody {
  readonly #files: SideFiles;
  readonly #redaction: Redaction;
  readonly #target: string;
  readonly #decoder: Transform | undefined;
  /** The held pieces in order: nearly always one. */
  #first: Buffer | undefined;
  #others: Buffer[] | undefined;
  /** The encoded bytes, if the body is decoded. */
  #raw: Buffer[] | undefined;
  #rawBytes = 0;
  #bytes = 0;
  #seam: Buffer | undefined;
  #hides = false;
  #queued = 0;
  #spill: Promise<SideFile> | undefined;
  #decoderOver: Promise<unknown> | undefined;
  #undecodable = false;

  /** For a request to that target or its response; `decoder` undoes a known content coding. */
  constructor(files: SideFiles, redaction: Redaction, target: string, decoder: Transform | undefined) {
    this.#files = files;
    this.#redaction = redaction;
    this.#target = target;
    this.#decoder = decoder;
    if (decoder === undefined) return;
    decoder.on('data', (plain: Buffer) => {
      if (this.#take(plain) !== undefined) this.#holdDecoder(decoder);
    });
    this.#decoderOver = new Promise((resolve) => decoder.once('close', resolve));
    decoder.once('error', () => (this.#undecodable = true));
  }

  /** Takes a chunk as it was sent. If it returns a promise, the sender must wait for it. */
  push(chunk: Buffer): Promise<void> | undefined {
    const decoder = this.#decoder;
    if (decoder === undefined) return this.#take(chunk);
    this.#rawBytes += chunk.length;
    if (this.#rawBytes <= INLINE_BYTES) (this.#raw ??= []).push(chunk);
    else this.#raw = undefined;
    if (decoder.destroyed || decoder.write(chunk)) return undefined;
    return Promise.race([once(decoder, 'drain'), this.#decoderOver]).then(
      () => undefined,
      () => undefined,
    );
  }

  /**
   * The whole body: its bytes if they were held, synchronously if nothing had to be decoded; else its reference for
   * the log. Rejects with node's error if it could not be written.
   */
  whole(): Buffer | Promise<Buffer | LoggedBody> {
    const decoder = this.#decoder;
    if (decoder === undefined) return this.#spill === undefined ? this.#bytesHeld() : this.#kept(this.#spill);
    if (!decoder.destroyed) decoder.end();
    return this.#wholeDecoded();
  }

  async #wholeDecoded(): Promise<Buffer | LoggedBody> {
    await this.#decoderOver;
    if (this.#undecodable && this.#rawBytes <= INLINE_BYTES) return Buffer.concat(this.#raw ?? []);
    return this.#spill === undefined ? this.#bytesHeld() : this.#kept(this.#spill);
  }

  #bytesHeld(): Buffer {
    const first = this.#first ?? NOTHING;
    return this.#others === undefined ? first : Buffer.concat([first, ...this.#others]);
  }

  #take(piece: Buffer): Promise<void> | undefined {
    this.#bytes += piece.length;
    if (this.#bytes > HELD_BYTES) return this.#spillOver(piece);
    if (this.#first === undefined) this.#first = piece;
    else (this.#others ??= []).push(piece);
    return undefined;
  }

  #spillOver(piece: Buffer): Promise<void> | undefined {
    const first = this.#spill === undefined ? Buffer.concat([this.#bytesHeld(), piece]) : piece;
    this.#first = undefined;
    this.#others = undefined;
    this.#look(first);
    return this.#append(first);
  }

  /** A sign of a secret may span two pieces. */
  #look(piece: Buffer): void {
    if (this.#hides) return;
    const across = Buffer.concat([this.#seam ?? NOTHING, piece.subarray(0, SEAM)]);
    this.#hides = this.#redaction.concerns(piece, this.#target) || this.#redaction.concerns(across, this.#target);
    this.#seam = Buffer.from(piece.subarray(-SEAM));
  }

  #append(piece: Buffer): Promise<void> | undefined {
    this.#queued += piece.length;
    const hides = this.#hides;
    this.#spill = (this.#spill ?? this.#files.begin()).then(async (file) => {
      await (hides ? file.hide(piece) : file.write(piece)).catch(async (error: unknown) => {
        await file.drop().catch(() => undefined);
        throw error;
      });
      this.#queued -= piece.length;
      return file;
    });
    const written = this.#spill;
    written.catch(() => undefined);
    return this.#queued > MOST_QUEUED
      ? written.then(
          () => undefined,
          () => undefined,
        )
      : undefined;
  }

  async #kept(spill: Promise<SideFile>): Promise<LoggedBody> {
    const file = await spill;
    return this.#hides ? { text: this.#redaction.whole(await file.drop()) } : file.keep();
  }

  #holdDecoder(decoder: Transform): void {
    decoder.pause();
    void this.#spill?.then(
      () => decoder.resume(),
      () => decoder.resume(),
    );
  }
}
