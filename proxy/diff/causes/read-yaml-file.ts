import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv';
import { load } from 'js-yaml';
import { RulesFileError } from './rules-file-error.ts';

/** Reads a YAML (or JSON) file with a given shape. Rejects with a `RulesFileError` that names the wrong place. */
export async function readYamlFile<Value>(
  path: string,
  valid: ValidateFunction<Value>,
  whatItIs: string,
): Promise<Value> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new RulesFileError(`cannot read ${path}: ${error.message}`);
  });
  let value: unknown;
  try {
    value = load(text);
  } catch (error) {
    throw new RulesFileError(`${path} is not YAML: ${(error as Error).message.split('\n', 1)[0] ?? ''}`);
  }
  if (valid(value)) return value;
  const [error] = valid.errors ?? [];
  const at = error === undefined || error.instancePath === '' ? 'its top' : error.instancePath;
  const extra = (error?.params as { additionalProperty?: string } | undefined)?.additionalProperty;
  throw new RulesFileError(
    `${path} is not ${whatItIs}: ${at} ${error?.message ?? 'is wrong'}${extra === undefined ? '' : `: '${extra}'`}`,
  );
}
