import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, shown, tooLong } from '../causes.ts';
import { configKey } from '../values/formats.ts';
import { members, text } from '../values/json-members.ts';

/** The most bytes of all values of a config map or secret together. */
const MOST_BYTES = 1_048_576;

/** By member: the size of its values in bytes. */
type Sizes = Readonly<Record<string, (value: string) => number>>;

export const textSize = (value: string): number => Buffer.byteLength(value);
export const base64Size = (value: string): number => Buffer.byteLength(value, 'base64');

/** Validates keys and total size of the values of a config map or secret. No key may be in two members. */
export function validateConfigData(object: ApiObject, sizes: Sizes, causes: StatusCauses): void {
  let bytes = 0;
  const seen = new Set<string>();
  for (const [member, size] of Object.entries(sizes)) {
    for (const [key, value] of Object.entries(members(object[member]))) {
      const wrong = seen.has(key) ? 'is a key of data already' : configKey(key);
      if (wrong !== undefined) invalid(causes, `${member}[${key}]`, `${shown(key)} ${wrong}`);
      seen.add(key);
      bytes += size(text(value));
    }
  }
  if (bytes > MOST_BYTES) tooLong(causes, 'data', `the values are ${bytes} bytes together; ${MOST_BYTES} are allowed`);
}

/** Later releases support immutable data, which only a delete ends. */
export function validateImmutableData(
  object: ApiObject,
  old: ApiObject,
  values: readonly string[],
  causes: StatusCauses,
): void {
  if (old['immutable'] !== true) return;
  if (object['immutable'] !== true)
    forbidden(causes, 'immutable', 'cannot be taken back once it is true. Delete the object and create it again');
  for (const member of values) {
    if (!sameJson(object[member], old[member]))
      forbidden(causes, member, 'cannot be changed while `immutable` is true. Delete the object and create it again');
  }
}
