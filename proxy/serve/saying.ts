import { createHash } from 'node:crypto';
import { isObject, type Json } from '../diff/json-value.ts';
import type { SentRequest } from './sent-request.ts';

/** What redaction leaves, as it stands and in base64: a request with one of those fits more than what is spelled like it. */
const REDACTED = /redacted-|cmVkYWN0ZWQt/;

/** Digest of what a request says, the same for each that says the same; `undefined` for one that holds a redacted secret. */
export function sayingOf({ method, path, query, body }: SentRequest): string | undefined {
  const spelling = `${method} ${path} ${JSON.stringify(query)} ${body === undefined ? '' : body.value === undefined ? body.sha256 : JSON.stringify(ordered(body.value))}`;
  return REDACTED.test(spelling) ? undefined : createHash('sha256').update(spelling).digest('base64');
}

/** The same value with the members of its objects in one order. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => ordered(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([member, each]) => [member, ordered(each)]),
  );
}
