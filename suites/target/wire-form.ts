import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';

/** Header names whose values may be credentials. No line, in memory or in a file, carries such a value. */
const CREDENTIAL = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key|credential/i;

/** The headers of a response in wire order, from undici's raw form: names and values alternate. */
export function headerPairs(raw: unknown): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  if (!Array.isArray(raw)) return pairs;
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push(redactedPair(latin1(raw[index]), latin1(raw[index + 1])));
  return pairs;
}

/** The pair as it may be recorded: `Authorization: Bearer abc` keeps its scheme, `Bearer redacted`. */
export function redactedPair(name: string, value: string): HeaderPair {
  if (!CREDENTIAL.test(name)) return [name, value];
  const [, scheme] = /^(Bearer|Basic) /i.exec(value) ?? [];
  return [name, scheme === undefined ? 'redacted' : `${scheme} redacted`];
}

/** The first value of a header as undici parses it. */
export function singleValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** An error in one line, with the code of the system or of undici if it has one. */
export function oneLine(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = error.message === '' ? error.name : error.message;
  const text = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return text.replaceAll(/\s+/g, ' ').trim();
}

function latin1(raw: unknown): string {
  return Buffer.isBuffer(raw) ? raw.toString('latin1') : String(raw);
}
