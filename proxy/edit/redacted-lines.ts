import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import type { GapLine, HappeningLine, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { Redaction } from '../../shared/exchange-log/redaction.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { NewLines } from '../log/write-new-log.ts';

/**
 * The lines of the log at `path` with their secrets replaced, as if they had been redacted during recording. Only
 * open exchanges are held in memory. Bodies in files are redacted too: a body with a secret moves into the log
 * itself.
 */
export async function* redactedLines(
  lines: NewLines,
  path: string,
  redaction: Redaction,
): AsyncGenerator<HappeningLine | GapLine> {
  const targets = new Map<number, string>();
  const mediaTypes = new Map<number, string>();
  for await (const line of lines) {
    if (line.kind === 'gap') {
      yield line;
      continue;
    }
    if (line.kind === 'request') targets.set(line.exchange, line.target);
    if (line.kind === 'response') mediaTypes.set(line.exchange, headerValue(line.headers, 'content-type') ?? '');
    const mediaType =
      line.kind === 'request'
        ? (headerValue(line.headers, 'content-type') ?? '')
        : (mediaTypes.get(line.exchange) ?? '');
    const clean = async (body: LoggedBody): Promise<LoggedBody> => {
      const bytes = await bodyBytes(path, body);
      const after = redaction.body(bytes, {
        target: targets.get(line.exchange) ?? '',
        mediaType: mediaType.toLowerCase(),
      });
      return 'file' in body && sameBytes(after, bytes) ? body : after;
    };
    const heads = withHeads(line, redaction);
    if (heads.kind === 'request')
      yield {
        ...heads,
        target: redaction.target(heads.target),
        ...(heads.body === undefined ? {} : { body: await clean(heads.body) }),
      };
    else yield heads.kind === 'body' || heads.kind === 'event' ? { ...heads, body: await clean(heads.body) } : heads;
    if (line.kind === 'end') for (const known of [targets, mediaTypes]) known.delete(line.exchange);
  }
}

/** The line with its header fields redacted, including those of interim responses and trailers. */
function withHeads(line: HappeningLine, redaction: Redaction): HappeningLine {
  if (line.kind === 'body' || line.kind === 'event') return line;
  const trailers =
    line.kind === 'response' || line.trailers === undefined ? {} : { trailers: redaction.headers(line.trailers) };
  if (line.kind === 'end') return { ...line, ...trailers };
  const headers = redaction.headers(line.headers);
  if (line.kind === 'request') return { ...line, headers, ...trailers };
  return {
    ...line,
    headers,
    ...(line.interim === undefined
      ? {}
      : { interim: line.interim.map((each) => ({ ...each, headers: redaction.headers(each.headers) })) }),
  };
}

function sameBytes(body: LoggedBody, bytes: Buffer): boolean {
  if ('text' in body) return body.text === bytes.toString('utf8');
  if ('base64' in body) return body.base64 === bytes.toString('base64');
  return 'json' in body && JSON.stringify(body.json) + (body.newline === true ? '\n' : '') === bytes.toString('utf8');
}
