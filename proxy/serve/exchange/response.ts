import type { HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { SentRequest } from './sent-request.ts';

/** The end after the last byte: as HTTP requires, a cut, or silence until the client leaves. */
export type ResponseEnding = 'end' | 'cut' | 'hold';

/** A response on its way to a client. */
export interface ServedResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body?: LoggedBody;
  /** Frames of a stream, each emitted when it is due; ends early with the signal. */
  readonly frames?: (gone: AbortSignal) => AsyncIterable<Buffer>;
  /** Fields that come after the body. */
  readonly trailers?: readonly HeaderPair[];
  readonly ending: ResponseEnding;
}

/** No recorded exchange matches: the nearest one, and the differences. */
export interface Miss {
  readonly nearest: RecordedExchange | undefined;
  readonly differences: readonly string[];
}

/** The result for a request. */
export type ServedOutcome =
  | {
      readonly response: ServedResponse;
      /** The exchange from which it comes; absent if it was made from the served state. */ readonly from?: RecordedExchange;
    }
  | { readonly miss: Miss };

/** A strategy for choosing responses. */
export interface ResponseSource {
  /**
   * Called once for each request, in order of arrival; `gone` ends when its client leaves. It may wait for the
   * request's turn.
   */
  respond(request: SentRequest, gone: AbortSignal): ServedOutcome | Promise<ServedOutcome>;
  /** The recording is about to be closed: nothing is read from it any more. */
  stop?(): void;
}
