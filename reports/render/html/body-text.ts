import type { LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';

/** Longer bodies are cut. */
const LONGEST = 12_000;

/** A readable body: JSON indented, other text unchanged, bytes counted. */
export function bodyText(body: LoggedBody): string {
  const text = readable(body);
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters; report.json has them`;
}

function readable(body: LoggedBody): string {
  if ('json' in body) return JSON.stringify(body.json, null, 2);
  if ('base64' in body) return `${Math.floor((body.base64.length * 3) / 4)} bytes that are no text`;
  return 'text' in body ? indented(body.text) : `${body.bytes} bytes in ${body.file}`;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
