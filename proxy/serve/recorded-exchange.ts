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
} from '../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../shared/exchange-log/exchange-log-error.ts';
import { headerValue } from '../engine/raw-headers.ts';
import type { IndexedExchange, IndexedLog } from '../log/indexed-log.ts';
import { streams } from '../record/event-stream.ts';
import { sayingOf } from './saying.ts';
import { type Sent, sentOf, sentRequest, type SentRequest } from './sent-request.ts';

/** An exchange of a recording, ready to be served. What is large of it stays in the log and is read when it is asked for: `logged` and `request`. */
export interface RecordedExchange {
  readonly id: number;
  readonly logged: IndexedExchange;
  /** As it was sent; read from the log each time. */
  readonly request: SentRequest;
  readonly method: string;
  /** Path of the request, in the one way in which it is compared. */
  readonly path: string;
  /** What its client said it takes. */
  readonly accept: string;
  /** Digest of what the request says; absent where it holds a redacted secret, which stands for any. */
  readonly says: string | undefined;
  /** Position of its request in the order of observation. */
  readonly began: number;
  /** Position of its end; infinite while it has none. */
  readonly ended: number;
  /** Whether its answer is a watch stream. */
  readonly streaming: boolean;
  /** Whether the recording does not know what became of it: it ends before, or has a gap there. */
  readonly isLost: boolean;
}

/**
 * The exchanges of a log that a client can be answered from, in order of their requests; those that left HTTP are not among them. Rejects with an `ExchangeLogError` where one cannot be
 * sent as it stands: a status or a header that is none, a body file that is missing or of another length.
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

/** An exchange as it is compared and served. */
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

/** Equal texts as one text: what a recording says again and again is in memory once. */
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

function recordedBody(body: LoggedBody | undefined, headers: readonly HeaderPair[]): Sent | undefined {
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
  const where = `${path}: the answer of exchange ${logged.id}`;
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

/** Path of the file that a body refers to. Throws an `ExchangeLogError` for one that is not beside the log. */
export function bodyFile(logPath: string, file: string): string {
  const path = join(dirname(logPath), file);
  if (isAbsolute(file) || relative(dirname(logPath) || '.', path).startsWith('..'))
    throw new ExchangeLogError(`${logPath}: the body file '${file}' is not beside the log`);
  return path;
}

/** What a client said it takes, by which recorded answers to the same request are told apart. */
export function acceptOf({ headers }: SentRequest): string {
  return headerValue(headers, 'accept') ?? '';
}
