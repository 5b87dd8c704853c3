/** Any value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

/** An object of JSON whose members are not known to be JSON yet. */
export type Members = Readonly<Record<string, unknown>>;

/** The place of a value: member names and list indexes, from the root. */
export type JsonPath = readonly (string | number)[];

/** The value of a JSON text; `undefined` for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is an object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
