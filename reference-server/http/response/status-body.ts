import { ApiError, type ErrorDetails } from '../../resources/api-error.ts';
import { EtcdError } from '../../store/etcd/etcd-error.ts';
import { type HandlerResponse, valueResponse } from '../handler-response.ts';

/** The Status of errors and deletes (document, Other shapes). */
export interface StatusBody {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: object;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: ErrorDetails;
  readonly code: number;
}

export function successStatus(details: ErrorDetails): StatusBody {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details, code: 200 };
}

const RETRY_SECONDS = 1;

/** Any error other than `ApiError` is our own fault, or that of the storage: its details are not shown. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof EtcdError))
    return new ApiError('InternalError', 'the server failed to respond; its log says why');
  if (!error.isWithoutEffect)
    return new ApiError(
      'InternalError',
      'the storage failed before it responded; the request may or may not have been carried out',
    );
  const message = `the storage is unavailable and nothing was changed; try again in ${RETRY_SECONDS} second`;
  return new ApiError(
    'ServiceUnavailable',
    message,
    { retryAfterSeconds: RETRY_SECONDS },
    { 'Retry-After': String(RETRY_SECONDS) },
  );
}

/** The only place that turns an error into a Status. */
export function failureStatus(error: unknown): StatusBody {
  const { message, reason, details, code } = refusalOf(error);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

export function failureResponse(error: unknown): HandlerResponse {
  const refusal = refusalOf(error);
  return { ...valueResponse(refusal.code, failureStatus(refusal)), headers: refusal.headers };
}
