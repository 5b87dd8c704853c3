import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { bytesOf } from '../../fixtures/formats/exchange-log.ts';
import { LogError } from './log-error.ts';

/** The bytes of a body of the log at `logPath`, side files included. Rejects with a `LogError` where the file is missing, changed or not beside the log. */
export async function bodyBytes(logPath: string, body: LoggedBody): Promise<Buffer> {
  const inline = bytesOf(body);
  if (inline !== undefined || !('file' in body)) return inline ?? Buffer.alloc(0);
  const path = join(dirname(logPath), body.file);
  const within = relative(dirname(logPath) || '.', path);
  if (isAbsolute(body.file) || within.startsWith('..')) throw new LogError(`${logPath}: the body file '${body.file}' is not beside the log`);
  const bytes = await readFile(path).catch((error: Error) => {
    throw new LogError(`${logPath}: cannot read the body file ${body.file}: ${error.message}`);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== body.sha256) throw new LogError(`${logPath}: the body file ${body.file} is not the one that was recorded`);
  return bytes;
}
