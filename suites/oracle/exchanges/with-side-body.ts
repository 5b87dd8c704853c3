import type { HappeningLine, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { bodyBytes } from '../../../shared/exchange-log/body-bytes.ts';
import { heldBody } from './body.ts';

/**
 * Larger bodies (in bytes) are not read, and their content stays unknown. A list of ten thousand objects is smaller.
 */
export const MOST_READ = 16 * 2 ** 20;

/**
 * Replaces the reference to a side file beside `logPath` by the body, and returns the bytes added. A body too large
 * to judge stays a reference, and counts as unread (`WireBody`). Rejects with an `ExchangeLogError` if the file is
 * missing or is not the recorded one.
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
