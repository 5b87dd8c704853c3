import { readFile } from 'node:fs/promises';
import type { NamedDialect } from '../../spec/dialects/index.ts';
import { dialectNamed, parseDialect } from '../../spec/dialects/index.ts';
import { UsageError } from './usage-error.ts';

/** The dialect of that name, or the one in that file. Throws `UsageError`. */
export async function chooseDialect(nameOrFile: string): Promise<NamedDialect> {
  const named = dialectNamed(nameOrFile);
  if (named !== undefined) return named;
  const text = await readFile(nameOrFile, 'utf8').catch(() => {
    throw new UsageError(`--dialect: '${nameOrFile}' is neither a dialect (spec, kubernetes-1.7) nor a file that can be read`);
  });
  try {
    return parseDialect(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`--dialect: ${nameOrFile}: ${(error as Error).message}`, { cause: error });
  }
}
