import { createHash } from 'node:crypto';
import { isObject, type Json } from '../../diff/values/json-value.ts';
import type { SentRequest } from './sent-request.ts';

/** A sign of redaction, in plain text and in base64: such a request matches more than its own text. */
const REDACTED = /redacted-|cmVkYWN0ZWQt/;

/** Digest of a request's content, equal for equal requests; `undefined` for a request with a redacted secret. */
export function sayingOf({ method, path, query, body }: SentRequest): string | undefined {
  const spelling = `${method} ${path} ${JSON.stringify(query)} ${body === undefined ? '' : body.value === undefined ? body.sha256 : JSON.stringify(ordered(body.value))}`;
  return REDACTED.test(spelling) ? undefined : createHash('sha256').update(spelling).digest('base64');
}

/** A copy of the value with sorted members. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => ordered(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([member, each]) => [member, ordered(each)]),
  );
}
