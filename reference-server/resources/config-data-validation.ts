import type { Causes } from './causes.ts';
import { invalid, shown, tooLong } from './causes.ts';
import { configKey } from './formats.ts';
import { members, text } from './json-members.ts';

/** All values of a config map or secret together, in bytes. */
const MOST_BYTES = 1_048_576;

/** Keys and total size of the data of a config map or secret; `size` says how many bytes a value is. */
export function validateConfigData(data: unknown, size: (value: string) => number, causes: Causes): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(members(data))) {
    const wrong = configKey(key);
    if (wrong !== undefined) invalid(causes, `data[${key}]`, `${shown(key)} ${wrong}`);
    bytes += size(text(value));
  }
  if (bytes > MOST_BYTES) tooLong(causes, 'data', `the values are ${bytes} bytes together; ${MOST_BYTES} are allowed`);
}
