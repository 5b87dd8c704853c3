import { singleQuoted } from '../../shared/process/shell-word.ts';
import { typedCommand } from '../../shared/process/command-name.ts';
import { isUtf8 } from 'node:buffer';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { isChunked } from '../../shared/exchange-log/chunked-header.ts';
import type { HeaderPair, ResponseLine } from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { IndexedExchange, IndexedLog } from '../log/indexed-log.ts';
import { streams } from '../record/event-stream.ts';

/** Headers that curl sets itself, or that would make its output unreadable; it sends a body in chunks if told to. */
const OF_CURL: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'authorization',
  'keep-alive',
]);
/** Headers that curl sends by default. */
const UNASKED = ['User-Agent', 'Accept'] as const;

/** Bytes of a body that one command prints. */
const PRINTED_BYTES = 64 * 1024;

const HEAD = (upstream: string): string => `#!/bin/sh
# Sends the requests of a recording with curl, in their recorded order. Usage: sh FILE [SERVER]
# Watches run in the background for as long as they were recorded. Versions, uids and generated names stay as recorded;
# '${typedCommand('proxy')} replay' replaces them by the values of a live server.
# The script holds no credentials: it sends TOKEN where one was recorded.
SERVER=\${1:-}
[ -n "$SERVER" ] || SERVER=${singleQuoted(upstream)}
SERVER=\${SERVER%/}
`;

/**
 * A shell script that sends the requests of a log exactly, command by command: heads keep their recorded bytes.
 * Rejects with an `ExchangeLogError` if a body file cannot be used.
 */
export async function* curlScript(log: IndexedLog): AsyncGenerator<Buffer> {
  yield Buffer.from(HEAD(log.header.upstream ?? 'http://127.0.0.1:8001'), 'latin1');
  for (const exchange of log.exchanges) {
    const response = exchange.response;
    if (response?.status !== 101) yield* commandOf(exchange, response, log.path);
  }
  yield Buffer.from('\nwait\n');
}

async function* commandOf(
  { id, request, eventCount, end }: IndexedExchange,
  response: ResponseLine | undefined,
  logPath: string,
): AsyncGenerator<Buffer> {
  const watching =
    response !== undefined &&
    (eventCount > 0 || streams(request.method, request.target, response.status, response.headers));
  const body = request.body === undefined ? Buffer.alloc(0) : await bodyBytes(logPath, request.body);
  const seconds = Math.max(1, Math.ceil(((end?.t ?? request.t) - request.t) / 1000));
  const words = [
    'curl -sS -g --path-as-is',
    request.method === 'HEAD' ? '-I' : `-X ${singleQuoted(request.method)}`,
    ...(watching ? [`-N --max-time ${seconds}`] : []),
    ...headerWords(request.headers, body.length > 0),
    ...(body.length === 0 ? [] : ['--data-binary @-']),
    `-w '\\n%{http_code}\\n' "$SERVER"${singleQuoted(request.target.startsWith('/') ? request.target : `/${request.target}`)}`,
  ];
  const note = `\n# ${id}: ${printable(`${request.method} ${request.target}`)}${response === undefined ? ', which had no response' : `, which got ${response.status}`}\n`;
  yield Buffer.from(note, 'latin1');
  if (body.length > 0) yield* printed(body);
  yield Buffer.from(`${words.join(' ')}${watching ? ' &' : ''}\n`, 'latin1');
}

function headerWords(headers: readonly HeaderPair[], hasBody: boolean): string[] {
  const sent = headers
    .filter((pair) => !OF_CURL.has(pair[0].toLowerCase()) || (hasBody && isChunked(pair)))
    .map(([name, value]) =>
      value === '' ? `-H ${singleQuoted(`${name};`)}` : `-H ${singleQuoted(`${name}: ${value}`)}`,
    );
  const unasked = [...UNASKED, 'Content-Type']
    .filter((name) => headerValue(headers, name) === undefined)
    .map((name) => `-H '${name}:'`);
  const token =
    headerValue(headers, 'authorization') === undefined
      ? []
      : ['${TOKEN:+-H} ${TOKEN:+"Authorization: Bearer $TOKEN"}'];
  return [...sent, ...unasked, ...token];
}

/** Commands that print exactly those bytes into a pipe, split into commands of moderate length. */
function* printed(bytes: Buffer): Generator<Buffer> {
  if (bytes.length <= PRINTED_BYTES) return yield Buffer.concat([printf(bytes), Buffer.from(' | ')]);
  yield Buffer.from('{\n');
  for (let at = 0; at < bytes.length; at += PRINTED_BYTES)
    yield Buffer.concat([printf(bytes.subarray(at, at + PRINTED_BYTES)), Buffer.from('\n')]);
  yield Buffer.from('} | ');
}

/**
 * A command that prints exactly those bytes: as text if possible, else by octal escapes, which printf of any shell
 * supports.
 */
function printf(bytes: Buffer): Buffer {
  const isText =
    bytes.every((byte) => byte === 0x0a || byte === 0x09 || (byte >= 0x20 && byte !== 0x7f)) && isUtf8(bytes);
  if (isText) return Buffer.from(`printf '%s' ${singleQuoted(bytes.toString('utf8'))}`);
  return Buffer.concat([Buffer.from("printf '"), octal(bytes), Buffer.from("'")]);
}

/** `\101\012`: each byte in three octal digits. */
function octal(bytes: Buffer): Buffer {
  const escapes = Buffer.allocUnsafe(bytes.length * 4);
  let at = 0;
  for (const byte of bytes) {
    escapes[at] = 0x5c;
    escapes[at + 1] = 0x30 + (byte >> 6);
    escapes[at + 2] = 0x30 + ((byte >> 3) & 7);
    escapes[at + 3] = 0x30 + (byte & 7);
    at += 4;
  }
  return escapes;
}

/** A text that cannot leave its comment. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
