import type { Cause } from './strategy.ts';

export type Reason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'ExpectationFailed'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'Timeout'
  /** None: servers of some dialects fail at what they cannot read, and cannot say why. */
  | '';

/** What a failure is about, as it stands in the `details` of a Status. */
export interface ErrorDetails {
  readonly name?: string;
  readonly group?: string;
  /** Plural resource; of validation errors the kind. */
  readonly kind?: string;
  readonly uid?: string;
  /** Seconds after which it may be tried again; the header `Retry-After` says the same. */
  readonly retryAfterSeconds?: number;
  readonly causes?: readonly Cause[];
}

const CODES: Readonly<Record<Reason, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  ExpectationFailed: 417,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
  '': 500,
};

/** A request that is refused. `http/response/status-body.ts` is the one place that turns it into a Status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly code: number;
  readonly reason: Reason;
  readonly details: ErrorDetails | undefined;
  /** What the answer says beside, in headers. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(reason: Reason, message: string, details?: ErrorDetails, headers: Readonly<Record<string, string>> = {}) {
    // Where it was thrown says nothing that the client or the log is told, and finding that out costs more than a refusal does otherwise.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = CODES[reason];
    this.reason = reason;
    this.details = details;
    this.headers = headers;
  }
}

/** What comes of it; `undefined` where it is refused. */
export async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError('BadRequest', message);
}

/** What the `details` hold of an error that is about no object. They are there: clients look into them unasked. */
export const NO_DETAILS: ErrorDetails = {};
