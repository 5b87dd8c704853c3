import type { HeaderPair, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { SentRequest } from './sent-request.ts';

/** What follows the last byte: the end that HTTP has, a cut, or nothing until the client leaves. */
export type Ending = 'end' | 'cut' | 'hold';

/** An answer on its way to a client. */
export interface Response {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body?: LoggedBody;
  /** Frames of a stream, each given out when it is due; ends early when the signal does. */
  readonly frames?: (gone: AbortSignal) => AsyncIterable<Buffer>;
  /** Fields that come after the body. */
  readonly trailers?: readonly HeaderPair[];
  readonly ending: Ending;
}

/** Where nothing recorded fits: what is nearest, and what differs. */
export interface Miss {
  readonly nearest: RecordedExchange | undefined;
  readonly differences: readonly string[];
}

/** What becomes of a request. */
export type Outcome =
  | {
      readonly response: Response;
      /** The exchange that it comes from; absent where it was made from the recorded world. */ readonly from?: RecordedExchange;
    }
  | { readonly miss: Miss };

/** A way of choosing answers. */
export interface ResponseSource {
  /** Called once for each request, in order of arrival; `gone` ends when its client leaves. One whose turn is still to come may have to wait for it. */
  answer(request: SentRequest, gone: AbortSignal): Outcome | Promise<Outcome>;
  /** The recording is about to be let go of: nothing is read from it any more. */
  stop?(): void;
}
