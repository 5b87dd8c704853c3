import type { EndReason, HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { LineBytes } from './line-bytes.ts';
import type { QueueSlot } from './line-queue.ts';

const piece = (text: string): Buffer => Buffer.from(text);
const opening = (kind: HappeningLine['kind']): Buffer => piece(`{"kind":"${kind}","n":`);
const ended = (reason: EndReason): Buffer => piece(`,"reason":"${reason}"`);

/** The constant bytes of every line of a kind, and of names of members, encoded once. */
const OPENING: Readonly<Record<HappeningLine['kind'], Buffer>> = {
  request: opening('request'),
  response: opening('response'),
  body: opening('body'),
  event: opening('event'),
  end: opening('end'),
};
const [TIME, EXCHANGE] = [piece(',"t":'), piece(',"exchange":')] as const;

export const PIECES = {
  connection: piece(',"connection":'),
  status: piece(',"status":'),
  headers: piece(',"headers":'),
  trailers: piece(',"trailers":'),
  index: piece(',"index":'),
  body: piece(',"body":'),
  noText: piece('{"text":""}'),
  close: piece('}'),
  reason: {
    complete: ended('complete'),
    'client-abort': ended('client-abort'),
    'server-abort': ended('server-abort'),
    'proxy-stop': ended('proxy-stop'),
    error: ended('error'),
  },
} as const satisfies Record<string, Buffer | Readonly<Record<EndReason, Buffer>>>;

/** Begins a line of an exchange log with the members that all kinds have. */
export function openLine(to: LineBytes, kind: HappeningLine['kind'], { n, t, exchange }: QueueSlot): void {
  to.utf8(OPENING[kind]);
  to.whole(n);
  to.utf8(TIME);
  to.milliseconds(t);
  to.utf8(EXCHANGE);
  to.whole(exchange);
}
