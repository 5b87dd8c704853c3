import { stat } from 'node:fs/promises';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { bytesOf } from '../../fixtures/formats/exchange-log.ts';
import type { HeaderPair, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { ExchangeLogError } from '../../fixtures/formats/exchange-log-error.ts';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { endedAt, exchangesOf } from '../log/logged-exchange.ts';
import { streams } from '../record/event-stream.ts';
import type { Sent, SentRequest } from './sent-request.ts';
import { sentOf, sentRequest } from './sent-request.ts';

/** An exchange of a recording, ready to be served. */
export interface RecordedExchange {
  readonly id: number;
  readonly logged: LoggedExchange;
  readonly request: SentRequest;
  /** Position of its request in the order of observation. */
  readonly began: number;
  /** Position of its end; infinite while it has none. */
  readonly ended: number;
  /** Whether its answer is a watch stream. */
  readonly streaming: boolean;
}

/**
 * The exchanges of a log that a client can be answered from, in order of their requests; those that left HTTP are not among them. Rejects with an `ExchangeLogError` where one cannot be
 * sent as it stands: a status or a header that is none, a body file that is missing or of another length.
 */
export async function recordedExchanges(log: ExchangeLog): Promise<RecordedExchange[]> {
  const exchanges = exchangesOf(log.lines).filter((exchange) => exchange.response?.status !== 101 && exchange.request.method !== 'CONNECT');
  for (const exchange of exchanges) await checkServable(exchange, log.path);
  return exchanges.map(recordedExchange);
}

/** An exchange as it is compared and served. */
function recordedExchange(logged: LoggedExchange): RecordedExchange {
  const { id, request, response } = logged;
  return {
    id,
    logged,
    request: sentRequest(request.method, request.target, request.headers, recordedBody(request.body, request.headers)),
    began: request.n,
    ended: endedAt(logged),
    streaming: response !== undefined && (logged.events.length > 0 || streams(request.method, request.target, response.status, response.headers)),
  };
}

function recordedBody(body: LoggedBody | undefined, headers: readonly HeaderPair[]): Sent | undefined {
  if (body === undefined) return undefined;
  return 'file' in body ? { value: undefined, sha256: body.sha256, bytes: body.bytes } : sentOf(bytesOf(body) ?? Buffer.alloc(0), headers);
}

async function checkServable({ id, response, body, end }: LoggedExchange, path: string): Promise<void> {
  if (response === undefined) return;
  const where = `${path}: the answer of exchange ${id}`;
  if (!Number.isInteger(response.status) || response.status < 200 || response.status > 999) throw new ExchangeLogError(`${where} has the status ${response.status}, which cannot be sent; mend it, or leave the exchange out`);
  for (const [name, value] of [...response.headers, ...(end?.trailers ?? [])]) checkHeader(name, value, where);
  if (body !== undefined && 'file' in body) await checkFile(body, path, where);
}

function checkHeader(name: string, value: string, where: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new ExchangeLogError(`${where} has a header that cannot be sent: ${(error as Error).message}`);
  }
}

async function checkFile({ file, bytes }: Extract<LoggedBody, { readonly file: string }>, path: string, where: string): Promise<void> {
  const found = await stat(bodyFile(path, file)).catch(() => undefined);
  if (found === undefined) throw new ExchangeLogError(`${where} is in ${file}, which is not beside the log; bring both to the same place`);
  if (found.size !== bytes) throw new ExchangeLogError(`${where} is in ${file}, which has ${found.size} bytes and should have ${bytes}`);
}

/** Path of the file that a body refers to. Throws an `ExchangeLogError` for one that is not beside the log. */
export function bodyFile(logPath: string, file: string): string {
  const path = join(dirname(logPath), file);
  if (isAbsolute(file) || relative(dirname(logPath) || '.', path).startsWith('..')) throw new ExchangeLogError(`${logPath}: the body file '${file}' is not beside the log`);
  return path;
}

/** What a client said it takes, by which recorded answers to the same request are told apart. */
export function acceptOf({ headers }: SentRequest): string {
  return headerValue(headers, 'accept') ?? '';
}
