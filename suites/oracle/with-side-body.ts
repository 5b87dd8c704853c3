import type { HappeningLine, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { heldBody } from './body.ts';

/** Bodies beyond this many bytes are not read: what they hold stays unknown. Lists of ten thousand objects are smaller. */
export const MOST_READ = 16 * 2 ** 20;

/**
 * A line with the body that stands in a file beside the log at `logPath`, and how many bytes that adds to it. A body that is too large to be judged stays a
 * reference, and counts as unread (`WireBody`). Rejects with an `ExchangeLogError` where the file is missing or not the one that was recorded.
 */
export async function withSideBody(
  line: HappeningLine,
  logPath: string,
): Promise<{ readonly line: HappeningLine; readonly added: number }> {
  if (!('body' in line) || line.body === undefined || !('file' in line.body) || line.body.bytes > MOST_READ)
    return { line, added: 0 };
  const body: LoggedBody = heldBody(await bodyBytes(logPath, line.body));
  return { line: { ...line, body }, added: line.body.bytes };
}
