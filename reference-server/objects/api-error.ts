import type { Answers } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { Cause } from '../resources/strategy.ts';

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

/** A request that is refused. `http/status-body.ts` is the one place that turns it into a Status. */
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

/** `configmaps` in the core group, `deployments.apps` elsewhere. */
function qualified(resource: Resource): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

function about(resource: Resource, name: string): ErrorDetails {
  return resource.group === '' ? { name, kind: resource.plural } : { name, group: resource.group, kind: resource.plural };
}

export function badRequest(message: string): ApiError {
  return new ApiError('BadRequest', message);
}

/** The refusal of something that cannot be read; in some dialects it is a fault of the server. */
export function unreadable(refusal: ApiError, answers: Answers): ApiError {
  return answers['errors.bad-input-status'] === 'may-be-500' ? new ApiError('', refusal.message) : refusal;
}

export function notFound(resource: Resource, name: string): ApiError {
  return new ApiError('NotFound', `${qualified(resource)} "${name}" not found`, about(resource, name));
}

export function alreadyExists(resource: Resource, name: string, deleting: boolean): ApiError {
  const prefix = deleting ? 'object is being deleted: ' : '';
  return new ApiError('AlreadyExists', `${prefix}${qualified(resource)} "${name}" already exists`, about(resource, name));
}

export function conflict(resource: Resource, name: string, why: string): ApiError {
  return new ApiError('Conflict', `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`, about(resource, name));
}

export function forbidden(resource: Resource, name: string, why: string): ApiError {
  return new ApiError('Forbidden', `${qualified(resource)} "${name}" is forbidden: ${why}`, about(resource, name));
}

/** A body may be wrong in a hundred thousand places; so many are told of. */
const MOST_CAUSES = 100;

/** The object breaks rules of validation; each cause names its field. */
export function invalid(resource: Resource, name: string, causes: readonly Cause[]): ApiError {
  const group = resource.group === '' ? {} : { group: resource.group };
  const kind = resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
  const told = causes.slice(0, MOST_CAUSES);
  const list = told.map((cause) => `${cause.field}: ${cause.message}`);
  if (causes.length > told.length) list.push(`and ${causes.length - told.length} more`);
  const text = list.length === 1 ? list[0] : `[${list.join(', ')}]`;
  return new ApiError('Invalid', `${kind} "${name}" is invalid: ${text}`, { name, ...group, kind: resource.kind, causes: told });
}
