import type { HappeningLine, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { bytesOf, loggedBody } from '../../fixtures/formats/exchange-log.ts';
import { parsed } from '../oracle/body.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { isObject, textAt } from '../oracle/json.ts';

/** Name of what is done here, as the header of a log carries it. Credentials in headers are gone before that, when lines are made. */
export const REDACTION = 'secret-values';

const GONE = 'redacted';

/** Annotations in which clients keep a copy of the whole object. */
const COPIES = 'kubectl.kubernetes.io/last-applied-configuration';

/** Whether a request is about secrets, so that its bodies are, too, whatever they look like. */
export function isAboutSecrets(target: string): boolean {
  return /\/secrets(?:[/?]|$)/.test(target);
}

/**
 * The line as it may be written to a file: bodies in their most readable form, with the values of every Secret replaced. Of an exchange
 * about secrets, a body that is no JSON goes whole; in the others, objects of kind Secret are looked for.
 */
export function writable(line: HappeningLine, aboutSecrets: boolean): HappeningLine {
  if (!('body' in line) || line.body === undefined) return line;
  return { ...line, body: writableBody(line.body, aboutSecrets) };
}

function writableBody(body: LoggedBody, aboutSecrets: boolean): LoggedBody {
  const bytes = bytesOf(body);
  if (bytes === undefined) return body;
  const text = bytes.toString('utf8');
  if (!aboutSecrets && !text.includes('Secret')) return loggedBody(bytes);
  const value = parsed(text, 'json');
  if (value === undefined) return aboutSecrets || /kind:\s*["']?Secret/.test(text) ? { text: GONE } : loggedBody(bytes);
  const kept = redacted(value, aboutSecrets);
  return kept === value ? loggedBody(bytes) : loggedBody(Buffer.from(JSON.stringify(kept) + (text.endsWith('\n') ? '\n' : ''), 'utf8'));
}

/** A copy without the values of secrets; the value itself where there are none. */
function redacted(value: Json, secret: boolean): Json {
  if (Array.isArray(value)) return mapped(value as readonly Json[], (item) => redacted(item, secret));
  if (!isObject(value)) return value;
  const isSecret = secret || /^Secret(?:List)?$/.test(textAt(value, 'kind') ?? '');
  if (isSecret && /^\/(?:data|stringData)\b/.test(textAt(value, 'path') ?? '')) return { ...value, value: GONE };
  const entries = Object.entries(value);
  const kept = entries.map(([name, member]): [string, Json] => [name, isSecret ? secretMember(name, member) : redacted(member, false)]);
  return kept.every(([, member], index) => member === entries[index]?.[1]) ? value : Object.fromEntries(kept);
}

function secretMember(name: string, member: Json): Json {
  if (name === 'data' || name === 'stringData') return isObject(member) ? valuesGone(member) : member === null ? null : GONE;
  if (name === COPIES) return GONE;
  return redacted(member, true);
}

function valuesGone(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, value === null ? null : GONE]));
}

function mapped(items: readonly Json[], change: (item: Json) => Json): Json {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? (items as Json) : changed;
}
