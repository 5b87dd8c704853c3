import { BodyReader } from '../engine/body-reader.ts';
import { HeadReader } from '../engine/head-reader.ts';
import { responseHead } from '../engine/message-head.ts';

/**
 * The number of whole responses to requests with these methods at the beginning of a text, one character for each
 * byte; interim heads do not count.
 */
export function wholeResponses(text: string, methods: readonly string[]): number {
  const bytes = Buffer.from(text, 'latin1');
  const heads = new HeadReader();
  let at = 0;
  let whole = 0;
  while (whole < methods.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) return whole;
    const { first, fields } = heads.read(bytes, at, end);
    const head = responseHead(first, fields, methods[whole] ?? '');
    const body = new BodyReader(head.framing);
    at = body.take(bytes, end + 4, () => undefined);
    if (head.status === 101) return whole + 1;
    if (head.status < 200) continue;
    if (!body.done) return whole;
    whole += 1;
  }
  return whole;
}
