import { HttpSyntaxError } from './http-syntax-error.ts';

/** Larger than any head that servers of this API accept: selectors travel in the request line. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** The end of every head. */
export const HEAD_END = Buffer.from('\r\n\r\n');

/** The delimiter of a body (RFC 9112, 6.3): a length, chunks, or the end of the connection. */
export type BodyFraming = number | 'chunked' | 'until-close';

/** Common members of both kinds of heads. */
interface HeadFields {
  /** Names and values in one flat list: wire order, the sender's case, duplicates kept. */
  readonly rawHeaders: readonly string[];
  /** The lines of the fields as sent. */
  readonly lines: readonly string[];
  readonly framing: BodyFraming;
  /** Whether the sender will close the connection after this message. */
  readonly closes: boolean;
}

export interface ParsedRequestHead extends HeadFields {
  readonly method: string;
  /** The request target as sent, undecoded, one character for each byte. */
  readonly target: string;
  readonly minor: string;
}

export interface ParsedResponseHead extends HeadFields {
  readonly status: number;
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([^\0-\x20\x7f]+) HTTP\/1\.([01])$/;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- these are the bytes that must not pass
const BAD_BYTES = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n/;
const LENGTH = /^\d{1,15}$/;

/** Parses the head of a request from its first line as latin1 text and its fields. Throws an `HttpSyntaxError`. */
export function requestHead(line: string, fields: ParsedFields): ParsedRequestHead {
  const found = REQUEST_LINE.exec(line) ?? refuse('no request line of HTTP/1.1');
  const { lines, rawHeaders, coding, length } = fields;
  const minor = found[3] ?? '';
  if (coding !== undefined && (minor === '0' || !isChunked(coding)))
    refuse('a transfer coding that does not end a request');
  return {
    method: found[1] ?? '',
    target: found[2] ?? '',
    minor,
    lines,
    rawHeaders,
    closes: closes(fields, minor),
    framing: coding === undefined ? (length ?? 0) : 'chunked',
  };
}

/** Parses the head of a response to a request with that method in the same way. Throws an `HttpSyntaxError`. */
export function responseHead(line: string, fields: ParsedFields, method: string): ParsedResponseHead {
  const found = STATUS_LINE.exec(line) ?? refuse('no status line of HTTP/1.1');
  const status = Number(found[2]);
  return {
    status,
    lines: fields.lines,
    rawHeaders: fields.rawHeaders,
    closes: closes(fields, found[1] ?? ''),
    framing: responseFraming(fields, status, method),
  };
}

function closes({ connection }: ParsedFields, minor: string): boolean {
  if (connection === '') return minor === '0';
  return minor === '1' ? /\bclose\b/i.test(connection) : !/\bkeep-alive\b/i.test(connection);
}

function responseFraming({ coding, length }: ParsedFields, status: number, method: string): BodyFraming {
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return 0;
  if (coding !== undefined) return isChunked(coding) ? 'chunked' : 'until-close';
  return length ?? 'until-close';
}

/** The parsed fields of a head. */
export interface ParsedFields {
  readonly lines: readonly string[];
  readonly rawHeaders: readonly string[];
  readonly length: number | undefined;
  readonly coding: string | undefined;
  readonly connection: string;
}

/** Parsed fields by their text: a client repeats the same fields. */
const READ = new Map<string, ParsedFields>();
const MOST_READ = 512;
const MOST_READ_LENGTH = 2048;

/**
 * Parses the lines of fields, from their bytes as latin1 text without the last line end. Throws an
 * `HttpSyntaxError`.
 */
export function fieldsOf(text: string): ParsedFields {
  const known = READ.get(text);
  if (known !== undefined) return known;
  const fields = readFields(text);
  if (READ.size >= MOST_READ) READ.clear();
  if (text.length <= MOST_READ_LENGTH) READ.set(text, fields);
  return fields;
}

/** Two framings or two lengths allow request smuggling: such heads are refused from either side. */
function readFields(text: string): ParsedFields {
  if (BAD_BYTES.test(text)) refuse('a control character in the head');
  const lines = text === '' ? [] : text.split('\r\n');
  const rawHeaders: string[] = [];
  let length: number | undefined;
  let coding: string | undefined;
  let connection = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (colon === -1 || !FIELD_NAME.test(name)) refuse('a line in the head that is no field');
    const value = line.slice(colon + 1).trim();
    rawHeaders.push(name, value);
    if (colon === 14 && isNamed(name, 'content-length')) {
      if (!LENGTH.test(value) || (length !== undefined && length !== Number(value)))
        refuse('a content length that is no number, or two of them');
      length = Number(value);
    } else if (colon === 17 && isNamed(name, 'transfer-encoding'))
      coding = coding === undefined ? value : `${coding}, ${value}`;
    else if (colon === 10 && isNamed(name, 'connection')) connection += ` ${value}`;
  }
  if (length !== undefined && coding !== undefined) refuse('both a content length and a transfer coding');
  return { lines, rawHeaders, length, coding, connection };
}

function isChunked(coding: string): boolean {
  return /(?:^|,)\s*chunked$/i.test(coding);
}

/** Whether a field has that name, compared without case. */
export function isNamed(name: string, lowercase: string): boolean {
  return name.length === lowercase.length && name.toLowerCase() === lowercase;
}

function refuse(what: string): never {
  throw new HttpSyntaxError(what);
}
