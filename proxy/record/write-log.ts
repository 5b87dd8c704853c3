import {
  bytesOf,
  EXCHANGE_LOG_FORMAT,
  type HappeningLine,
  type LoggedBody,
  type LogHeader,
  type RequestLine,
  type ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { openLog } from './log-writer.ts';
import { redacting, type Redaction } from '../../shared/exchange-log/redaction.ts';

/**
 * Writes lines from memory as an exchange log, with secrets replaced; an existing log is replaced. Rejects with
 * node's error if the path cannot be written.
 */
export async function writeLog(
  path: string,
  about: Pick<LogHeader, 'tool' | 'upstream' | 'namespaces'>,
  lines: Iterable<HappeningLine>,
): Promise<void> {
  const redaction = redacting();
  let failure: Error | undefined;
  const header = {
    kind: 'header',
    format: EXCHANGE_LOG_FORMAT,
    ...about,
    redaction: redaction.name ?? 'default',
  } as const;
  const writer = await openLog(path, header, { onFailed: (error) => (failure = error), onMended: () => undefined });
  const requests = new Map<number, RequestLine>();
  const responses = new Map<number, ResponseLine>();
  for (const line of lines) {
    if (line.kind === 'request') requests.set(line.exchange, line);
    if (line.kind === 'response') responses.set(line.exchange, line);
    const head = line.kind === 'request' ? line : responses.get(line.exchange);
    const mediaType = headerValue(head?.headers ?? [], 'content-type') ?? '';
    const clean = redacted(line, { target: requests.get(line.exchange)?.target ?? '', mediaType }, redaction);
    const place = writer.place(line.exchange);
    writer.put(place, (to) => to.text(JSON.stringify({ ...clean, n: place.n })));
  }
  writer.close();
  if (failure !== undefined) throw failure;
}

function redacted(
  line: HappeningLine,
  at: { readonly target: string; readonly mediaType: string },
  redaction: Redaction,
): HappeningLine {
  const ofBody = (body: LoggedBody): LoggedBody =>
    'file' in body ? body : redaction.body(bytesOf(body) ?? Buffer.alloc(0), at);
  if (line.kind === 'request') {
    const body = line.body === undefined ? {} : { body: ofBody(line.body) };
    return { ...line, target: redaction.target(line.target), headers: redaction.headers(line.headers), ...body };
  }
  if (line.kind === 'response') return { ...line, headers: redaction.headers(line.headers) };
  return line.kind === 'end' ? line : { ...line, body: ofBody(line.body) };
}
