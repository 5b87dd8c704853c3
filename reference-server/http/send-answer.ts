import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { JSON_CODEC } from './codecs.ts';
import type { Accepted } from './negotiation.ts';

const NEWLINE = Buffer.from('\n');

/** Writes an answer in the form that was negotiated. Compact JSON goes out as it is there; a text in one piece with the head. */
export function sendAnswer(response: ServerResponse, answer: Answer, { codec, pretty }: Accepted): void {
  const shared = codec === JSON_CODEC && !pretty;
  const body = shared ? inLine(answer.json()) : codec.encode(answer.value(), pretty);
  const whole = typeof body === 'string' || Buffer.isBuffer(body);
  const length = whole ? Buffer.byteLength(body) : body.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(answer.code, { ...answer.headers, 'Content-Type': codec.mediaType, 'Content-Length': length });
  if (whole) {
    response.end(body);
    return;
  }
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}

function inLine(json: string | readonly Buffer[]): string | readonly Buffer[] {
  return typeof json === 'string' ? `${json}\n` : [...json, NEWLINE];
}

export function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
