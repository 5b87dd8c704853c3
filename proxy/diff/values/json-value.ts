import { isObject, type Json, type JsonObject, type JsonPath, parsedJson } from '../../../shared/json.ts';

export { isObject, type Json, type JsonObject, type JsonPath };

/** The value of JSON bytes; `undefined` for other bytes. */
export function jsonOf(bytes: Buffer): Json | undefined {
  return parsedJson(bytes.toString('utf8')) as Json | undefined;
}

/** The own member with that name; `undefined` if there is none, or if the value is no object. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The own member with that name if it is a text; empty otherwise. */
export function textOf(value: Json | undefined, name: string): string {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
}

/** Deeper bodies are compared as text: walking a value recurses, and hostile nesting must not crash the comparison. */
const DEEPEST = 500;

/** Whether a value is nested too deeply to be walked. */
export function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** `$.metadata.labels["a/b"]`, `$.spec.containers[0].name`. */
export function pathText(path: JsonPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '$');
}
