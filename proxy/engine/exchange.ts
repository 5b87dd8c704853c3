import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';
import { ResponseReader } from './response-reader.ts';
import { BodyReader } from './body-reader.ts';
import type { HeadReader } from './head-reader.ts';
import type { ParsedRequestHead } from './message-head.ts';
import type { EndNotes, Taps } from './taps.ts';

/** One request and its response under way. */
export class Exchange {
  readonly head: ParsedRequestHead;
  readonly taps: Taps;
  /** The head as the upstream gets it. */
  readonly sentHead: string;
  readonly sent: BodyReader;
  readonly response: ResponseReader;
  /** Nothing more of the request is forwarded: it was sent whole, or nobody reads the rest. */
  requestOver = false;
  /**
   * Whether the client hung up during the response. Some servers then end the response properly, which nobody reads.
   */
  clientLeft = false;
  /** Whether the upstream connection has carried another exchange before: it may be closing at this moment. */
  #reused: boolean;
  #ended = false;

  constructor(head: ParsedRequestHead, taps: Taps, sentHead: string, reused: boolean, responseHeads: HeadReader) {
    this.head = head;
    this.taps = taps;
    this.sentHead = sentHead;
    this.sent = new BodyReader(head.framing);
    this.response = new ResponseReader(head.method, responseHeads);
    this.#reused = reused;
  }

  /** Whether both halves are over. */
  get done(): boolean {
    return this.requestOver && this.response.done;
  }

  /** Whether its connection to the upstream, or to the client, ends with it. */
  get closes(): boolean {
    const { head } = this.response;
    return this.head.closes || head?.closes === true || head?.framing === 'until-close';
  }

  endRequest(): void {
    this.requestOver = true;
    this.taps.requestEnd(this.sent.trailers);
  }

  /**
   * Whether to send once more, as a client would by itself: the upstream closed an idle connection at the moment of
   * its use. There is one such try.
   */
  takeSecondTry(): boolean {
    const { method, framing } = this.head;
    const may = this.#reused && (method === 'GET' || method === 'HEAD') && framing === 0 && !this.response.begun;
    this.#reused = false;
    return may;
  }

  /** Reports the end to the taps; only the first end counts. */
  end(reason: EndReason, notes: EndNotes): void {
    if (this.#ended) return;
    this.#ended = true;
    const { trailers } = this.response;
    this.taps.end(reason, trailers.length === 0 ? notes : { ...notes, trailers });
  }
}
