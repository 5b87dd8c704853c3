import { BodyReader } from './body-reader.ts';
import type { HeadReader } from './head-reader.ts';
import { HttpSyntaxError } from './http-syntax-error.ts';
import { HEAD_END, MAX_HEADER_BYTES, type ParsedResponseHead, responseHead } from './message-head.ts';

/** The content of some bytes of an upstream. */
export interface ResponseBytes {
  /** The bytes to forward now. */
  readonly passed: Buffer;
  /** Heads of 1xx responses in them. */
  readonly interim: readonly ParsedResponseHead[];
  /** Whether the head of the response ends in them. */
  readonly hasHead: boolean;
  /** The payload in them. */
  readonly pieces: readonly Buffer[];
  /** The number of bytes after the response: of a tunnel if the response leaves HTTP, else unrequested. */
  readonly excess: number;
}

const NOTHING = Buffer.alloc(0);

/**
 * Finds one response in the bytes of an upstream connection, without changing any of them.
 *
 *     fed `HTTP/1.1 103 ...\r\n\r\nHTTP/1.1 20`: passes the first head, keeps the rest
 *     then `0 OK\r\nContent-Length: 2\r\n\r\n{}`: passes all that was kept and this, has the head, the piece `{}`, and is done
 */
export class ResponseReader {
  /** The head of the response, once it is whole. */
  head: ParsedResponseHead | undefined;
  /** Whether any byte has arrived. */
  begun = false;
  readonly #method: string;
  readonly #heads: HeadReader;
  #body: BodyReader | undefined;
  #part: Buffer = NOTHING;

  /** For the response to a request with that method; `heads` reads the heads of the same server. */
  constructor(method: string, heads: HeadReader) {
    this.#method = method;
    this.#heads = heads;
  }

  /** Whether the whole response has arrived. */
  get done(): boolean {
    return this.#body?.done === true;
  }

  /** Whether the connection carries only raw bytes after this head. */
  get leavesHttp(): boolean {
    return (
      this.head !== undefined && (this.head.status === 101 || (this.#method === 'CONNECT' && this.head.status < 300))
    );
  }

  get trailers(): readonly string[] {
    return this.#body?.trailers ?? [];
  }

  /**
   * The upstream has closed its side. @returns whether this ends the response legally, or the response had ended
   * before
   */
  closed(): boolean {
    return this.#body?.closed() === true;
  }

  /** Takes the next bytes, and keeps none of their memory. Throws an `HttpSyntaxError`. */
  take(bytes: Buffer): ResponseBytes {
    this.begun = true;
    if (this.#body !== undefined) return this.#payload(this.#body, bytes, 0, []);
    const known = this.#part.length;
    const all = known === 0 ? bytes : Buffer.concat([this.#part, bytes]);
    this.#part = NOTHING;
    const interim: ParsedResponseHead[] = [];
    let from = 0;
    for (let end = all.indexOf(HEAD_END, Math.max(0, known - 3)); end !== -1; end = all.indexOf(HEAD_END, from)) {
      const lines = this.#heads.read(all, from, end);
      const head = responseHead(lines.first, lines.fields, this.#method);
      from = lines.end;
      if (head.status >= 200 || head.status === 101) return this.#withHead(head, all, from, interim);
      interim.push(head);
    }
    if (all.length - from > MAX_HEADER_BYTES) throw new HttpSyntaxError('a head without an end');
    this.#part = Buffer.from(all.subarray(from));
    return { passed: all.subarray(0, from), interim, hasHead: false, pieces: [], excess: 0 };
  }

  #withHead(
    head: ParsedResponseHead,
    bytes: Buffer,
    at: number,
    interim: readonly ParsedResponseHead[],
  ): ResponseBytes {
    this.head = head;
    if (this.leavesHttp) return { passed: bytes, interim, hasHead: true, pieces: [], excess: bytes.length - at };
    this.#body = new BodyReader(head.framing);
    return this.#payload(this.#body, bytes, at, interim);
  }

  /** The payload of the body from `at` on. */
  #payload(body: BodyReader, bytes: Buffer, at: number, interim: readonly ParsedResponseHead[]): ResponseBytes {
    const pieces: Buffer[] = [];
    const end = body.take(bytes, at, (piece) => pieces.push(piece));
    return {
      passed: end === bytes.length ? bytes : bytes.subarray(0, end),
      interim,
      hasHead: at > 0,
      pieces,
      excess: bytes.length - end,
    };
  }
}
