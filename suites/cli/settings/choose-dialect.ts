import { readFileSync } from 'node:fs';
import { chooseDialect as choose, DialectError, type NamedDialect } from '../../../spec/dialects/index.ts';
import { UsageError } from './usage-error.ts';

/** The dialect with that name, or the one in that file. Throws `UsageError`. */
export function chooseDialect(nameOrFile: string): NamedDialect {
  try {
    return choose(nameOrFile, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    throw new UsageError(`--dialect: ${error.message}`, { cause: error });
  }
}
