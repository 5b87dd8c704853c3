import { isUtf8 } from 'node:buffer';
import { badRequest } from '../../resources/api-error.ts';

/** The text of a body. Throws `ApiError` 400 if it is not UTF-8. */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest('the body is not valid UTF-8');
  return body.toString('utf8');
}

/** Whether a body is only white space. */
export function isBlank(body: Buffer): boolean {
  return body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
