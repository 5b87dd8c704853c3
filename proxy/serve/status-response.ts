import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { ServedResponse } from './exchange/response.ts';

const JSON_HEADERS: readonly HeaderPair[] = [['Content-Type', 'application/json']];

export function jsonResponse(status: number, json: unknown): ServedResponse {
  return { status, headers: JSON_HEADERS, body: { json, newline: true }, ending: 'end' };
}

/** A Status of failure (document, Errors), in JSON. */
export function failure(code: number, reason: string, message: string, details?: unknown): ServedResponse {
  return jsonResponse(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...(details === undefined ? {} : { details }),
    code,
  });
}
