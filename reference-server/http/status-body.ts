import { ApiError } from '../objects/api-error.ts';
import type { ErrorDetails } from '../objects/api-error.ts';
import type { Answer } from './answer.ts';
import { valueAnswer } from './answer.ts';

/** A Status, as errors and deletes answer it (document, Other shapes). */
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

/** The one place where an error becomes a Status. What is not an `ApiError` is our own fault: 500, without its inner workings. */
export function failureStatus(error: unknown): StatusBody {
  const known = error instanceof ApiError ? error : new ApiError('InternalError', 'the server failed to answer; its log says why');
  const { message, reason, details, code } = known;
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, ...(details === undefined ? {} : { details }), code };
}

export function failureAnswer(error: unknown): Answer {
  const status = failureStatus(error);
  const answer = valueAnswer(status.code, status);
  return error instanceof ApiError ? { ...answer, headers: error.headers } : answer;
}
