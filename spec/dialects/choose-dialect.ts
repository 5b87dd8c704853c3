import { CORE_SCHEMA, load } from 'js-yaml';
import { DialectError } from './dialect-error.ts';
import type { NamedDialect } from './dialect.ts';
import { KUBERNETES_1_7 } from './kubernetes-1.7.ts';
import { nearest } from './nearest.ts';
import { dialectNamed, parseDialect } from './parse-dialect.ts';
import { SPEC } from './spec.ts';

const NAMES: readonly string[] = [SPEC.name, KUBERNETES_1_7.name];

/**
 * The dialect with this name, else the one in the file with this name, which `read` fetches: JSON, or YAML if the
 * name ends in `.yaml` or `.yml`. Throws a one-line `DialectError` that names the file.
 */
export function chooseDialect(nameOrFile: string, read: (path: string) => string): NamedDialect {
  return dialectNamed(nameOrFile) ?? parseDialectText(textOf(nameOrFile, read), nameOrFile);
}

/**
 * Parses the text of a dialect file; `path` decides the syntax and stands in error messages. Throws a
 * `DialectError`.
 */
function parseDialectText(text: string, path: string): NamedDialect {
  try {
    return parseDialect(/\.ya?ml$/i.test(path) ? load(text, { schema: CORE_SCHEMA }) : JSON.parse(text));
  } catch (error) {
    const [what = ''] = (error as Error).message.split('\n');
    throw new DialectError(`${path}: ${what}`, { cause: error });
  }
}

function textOf(nameOrFile: string, read: (path: string) => string): string {
  try {
    return read(nameOrFile);
  } catch (error) {
    const meant = nearest(nameOrFile, NAMES);
    const hint = meant === undefined ? '' : ` - did you mean '${meant}'?`;
    throw new DialectError(
      `'${nameOrFile}' is neither a dialect (${NAMES.join(', ')}) nor a file that can be read${hint}`,
      { cause: error },
    );
  }
}
