import { stat } from 'node:fs/promises';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { dirname, isAbsolute, join, relative } from 'node:path';
import {
  bytesOf,
  type EndLine,
  type HeaderPair,
  type LoggedBody,
  type RequestLine,
  type ResponseLine,
} from '../../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../../shared/exchange-log/exchange-log-error.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import type { IndexedExchange, IndexedLog } from '../../log/indexed-log.ts';
import { streams } from '../../record/event-stream.ts';
import { sayingOf } from './saying.ts';
import { type SentBody, sentOf, sentRequest, type SentRequest } from './sent-request.ts';

/**
 * An exchange of a recording, ready to be served. Its large parts stay in the log and are read on access: `logged`
 * and `request`.
 */
export interface RecordedExchange {
  readonly id: number;
  readonly logged: IndexedExchange;
  /** Read from the log on each access. */
  readonly request: SentRequest;
  readonly method: string;
  /** Normalised path of the request. */
  readonly path: string;
  /** The client's `Accept`. */
  readonly accept: string;
  /** Digest of the request; absent if it holds a redacted secret, which matches any value. */
  readonly says: string | undefined;
  /** Position of its request in the order of observation. */
  readonly began: number;
  /** Position of its end; infinite if there is none. */
  readonly ended: number;
  /** Whether its response is a watch stream. */
  readonly streaming: boolean;
  /** Whether its outcome is missing: the recording ends before, or has a gap there. */
  readonly isLost: boolean;
}

/**
 * The exchanges of a log with servable responses, in order of their requests; those that left HTTP are left out.
 * Rejects with an `ExchangeLogError` if a response cannot be sent as recorded: an invalid status or header, a body
 * file that is missing or of another length.
 */
export async function recordedExchanges(log: IndexedLog): Promise<RecordedExchange[]> {
  const words = new Words();
  const exchanges: RecordedExchange[] = [];
  for (const logged of log.exchanges) {
    const { request, response, end } = logged;
    if (response?.status === 101 || request.method === 'CONNECT') continue;
    if (response !== undefined) await checkServable(logged, response, end, log.path);
    exchanges.push(recordedExchange(logged, { request, response, end }, words));
  }
  return exchanges;
}

function recordedExchange(
  logged: IndexedExchange,
  { request, response, end }: Pick<IndexedExchange, 'request' | 'response' | 'end'>,
  words: Words,
): RecordedExchange {
  const sent = sentBy(request);
  return {
    id: logged.id,
    logged,
    get request() {
      return sentBy(logged.request);
    },
    method: words.one(sent.method),
    path: words.one(sent.path),
    accept: words.one(acceptOf(sent)),
    says: sayingOf(sent),
    began: logged.began,
    ended: end === undefined || end.reason === 'proxy-stop' ? Number.POSITIVE_INFINITY : end.n,
    streaming:
      response !== undefined &&
      (logged.eventCount > 0 || streams(request.method, request.target, response.status, response.headers)),
    isLost: response === undefined && end === undefined,
  };
}

/** Deduplicates texts that a recording repeats. */
class Words {
  readonly #known = new Map<string, string>();

  one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }
}

function sentBy({ method, target, headers, body }: RequestLine): SentRequest {
  return sentRequest(method, target, headers, recordedBody(body, headers));
}

function recordedBody(body: LoggedBody | undefined, headers: readonly HeaderPair[]): SentBody | undefined {
  if (body === undefined) return undefined;
  return 'file' in body
    ? { value: undefined, sha256: body.sha256, bytes: body.bytes }
    : sentOf(bytesOf(body) ?? Buffer.alloc(0), headers);
}

async function checkServable(
  logged: IndexedExchange,
  response: ResponseLine,
  end: EndLine | undefined,
  path: string,
): Promise<void> {
  const where = `${path}: the response of exchange ${logged.id}`;
  if (!Number.isInteger(response.status) || response.status < 200 || response.status > 999)
    throw new ExchangeLogError(
      `${where} has the status ${response.status}, which cannot be sent; mend it, or leave the exchange out`,
    );
  for (const [name, value] of [...response.headers, ...(end?.trailers ?? [])]) checkHeader(name, value, where);
  const body = logged.body?.body;
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

async function checkFile(
  { file, bytes }: Extract<LoggedBody, { readonly file: string }>,
  path: string,
  where: string,
): Promise<void> {
  const found = await stat(bodyFile(path, file)).catch(() => undefined);
  if (found === undefined)
    throw new ExchangeLogError(`${where} is in ${file}, which is not beside the log; bring both to the same place`);
  if (found.size !== bytes)
    throw new ExchangeLogError(`${where} is in ${file}, which has ${found.size} bytes and should have ${bytes}`);
}

/** Path of the file of a body. Throws an `ExchangeLogError` if it is not beside the log. */
export function bodyFile(logPath: string, file: string): string {
  const path = join(dirname(logPath), file);
  if (isAbsolute(file) || relative(dirname(logPath) || '.', path).startsWith('..'))
    throw new ExchangeLogError(`${logPath}: the body file '${file}' is not beside the log`);
  return path;
}

/** A client's `Accept`, which distinguishes recorded responses to the same request. */
export function acceptOf({ headers }: SentRequest): string {
  return headerValue(headers, 'accept') ?? '';
}
