import type { FieldError } from './strategy.ts';

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
  /** No reason: servers of some dialects fail at unreadable input, and cannot say why. */
  | '';

/** The subject of a failure, in the `details` of a Status. */
export interface ErrorDetails {
  readonly name?: string;
  readonly group?: string;
  /** Plural resource; of validation errors the kind. */
  readonly kind?: string;
  readonly uid?: string;
  /** Seconds to wait before a retry; the header `Retry-After` has the same value. */
  readonly retryAfterSeconds?: number;
  readonly causes?: readonly FieldError[];
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

/** A refused request. `http/response/status-body.ts` is the only place that turns it into a Status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly code: number;
  readonly reason: Reason;
  readonly details: ErrorDetails | undefined;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(reason: Reason, message: string, details?: ErrorDetails, headers: Readonly<Record<string, string>> = {}) {
    // Neither the client nor the log needs a stack trace, and capturing one dominates the cost of a refusal.
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

/** The result; `undefined` if the request is refused. */
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

/** The `details` of an error without an object. They are present, because clients read them unasked. */
export const NO_DETAILS: ErrorDetails = {};
