import { isObject, walk } from '../bend.ts';

/** A character of JSON as its escape. */
export const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value in JSON that is YAML too: some of the escaped characters are line ends in YAML, or not allowed. */
export const jsonInYaml = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\ud7ff\ue000-\uffff]/g, escapeOf);

/** The maps, as JSON, that occur more than once in a value and are not empty. */
function repeatedIn(value: unknown): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  walk(value, (inner) => {
    const text = JSON.stringify(inner);
    if (seen.has(text) && text !== '{}') repeated.add(text);
    seen.add(text);
  });
  return repeated;
}

/** A value in block style: every key has its question mark, and a map that comes again is an alias of the first. */
export function withKeysAndAnchors(value: unknown): string {
  const repeated = repeatedIn(value);
  const anchors = new Map<string, string>();

  /** What stands after an indicator, with the line end. */
  const node = (inner: unknown, indent: string): string => {
    if (Array.isArray(inner)) return inner.length === 0 ? ' []\n' : `\n${elements(inner, `${indent}    `)}`;
    if (!isObject(inner) || Object.keys(inner).length === 0) return ` ${jsonInYaml(inner)}\n`;
    const text = JSON.stringify(inner);
    const known = anchors.get(text);
    if (known !== undefined) return ` *${known}\n`;
    if (!repeated.has(text)) return `\n${members(inner, `${indent}    `)}`;
    const anchor = `map${anchors.size + 1}`;
    anchors.set(text, anchor);
    return ` &${anchor}\n${members(inner, `${indent}    `)}`;
  };
  const elements = (list: readonly unknown[], indent: string): string =>
    list.map((element) => `${indent}-${node(element, indent)}`).join('');
  const members = (map: Readonly<Record<string, unknown>>, indent: string): string =>
    Object.entries(map)
      .map(([key, member]) => `${indent}? ${jsonInYaml(key)}\n${indent}:${node(member, indent)}`)
      .join('');

  return isObject(value) && Object.keys(value).length > 0 ? members(value, '') : node(value, '').trimStart();
}
