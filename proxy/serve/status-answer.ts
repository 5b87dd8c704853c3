import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { Answer } from './answer.ts';

const JSON_HEADERS: readonly HeaderPair[] = [['Content-Type', 'application/json']];

/** An answer of JSON. */
export function jsonAnswer(status: number, json: unknown): Answer {
  return { status, headers: JSON_HEADERS, body: { json, newline: true }, ending: 'end' };
}

/** A Status of failure (document, Errors), in JSON. */
export function failure(code: number, reason: string, message: string, details?: unknown): Answer {
  return jsonAnswer(code, {
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
