import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { readExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { printError } from './print.ts';

/** Reads a recording, and says on stderr what is missing of it. Rejects with an `ExchangeLogError` where it is none. */
export async function openedLog(file: string): Promise<ExchangeLog> {
  const log = await readExchangeLog(file);
  if (log.torn !== undefined) printError(log.torn);
  return log;
}
