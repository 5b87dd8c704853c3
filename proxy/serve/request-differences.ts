import { isObject, type Json, type JsonPath, pathText } from '../diff/values/json-value.ts';
import type { LearnedSecrets } from './redacted-value.ts';
import type { SentBody, SentRequest } from './exchange/sent-request.ts';

/** Parts of a request that may differ, the most important first. */
type RequestPart = 'path' | 'method' | 'query' | 'body';

/** One difference of a request from the recorded one. */
export interface RequestDifference {
  readonly part: RequestPart;
  /** `query watch: recorded "true", sent nothing`. */
  readonly text: string;
}

/** Characters of a value in messages. */
const SHOWN = 60;
/** The most differences of one body in messages. */
const MOST = 4;

/** The differences of a request from a recorded one; empty if they are equal. */
export function requestDifferences(
  recorded: SentRequest,
  sent: SentRequest,
  secrets: LearnedSecrets,
): RequestDifference[] {
  return [
    ...(recorded.path === sent.path
      ? []
      : [{ part: 'path', text: `path: recorded ${recorded.path}, sent ${sent.path}` } as const]),
    ...(recorded.method === sent.method
      ? []
      : [{ part: 'method', text: `method: recorded ${recorded.method}, sent ${sent.method}` } as const]),
    ...queryDifferences(recorded, sent, secrets),
    ...bodyDifferences(recorded.body, sent.body, secrets),
  ];
}

/** Whether a request equals a recorded one. */
export function saysTheSame(recorded: SentRequest, sent: SentRequest, secrets: LearnedSecrets): boolean {
  return (
    recorded.method === sent.method &&
    recorded.path === sent.path &&
    queryDifferences(recorded, sent, secrets).length === 0 &&
    bodyDifferences(recorded.body, sent.body, secrets).length === 0
  );
}

function queryDifferences(recorded: SentRequest, sent: SentRequest, secrets: LearnedSecrets): RequestDifference[] {
  const names = [...new Set([...recorded.query, ...sent.query].map(([name]) => name))];
  return names.flatMap((name) => {
    const before = recorded.query.filter((pair) => pair[0] === name).map(([, value]) => value);
    const now = sent.query.filter((pair) => pair[0] === name).map(([, value]) => value);
    if (before.length === now.length && before.every((value, index) => secrets.fits(value, now[index] ?? '')))
      return [];
    return [{ part: 'query', text: `query ${name}: recorded ${valuesText(before)}, sent ${valuesText(now)}` } as const];
  });
}

function valuesText(values: readonly string[]): string {
  return values.length === 0 ? 'nothing' : values.map((value) => shown(JSON.stringify(value))).join(' and ');
}

function bodyDifferences(
  recorded: SentBody | undefined,
  sent: SentBody | undefined,
  secrets: LearnedSecrets,
): RequestDifference[] {
  if (recorded?.sha256 === sent?.sha256) return [];
  if (recorded?.value !== undefined && sent?.value !== undefined) {
    const found: string[] = [];
    compareValues(recorded.value, sent.value, { path: [], secrets, found });
    return found.map((text) => ({ part: 'body', text: `body ${text}` }));
  }
  return [{ part: 'body', text: `body: recorded ${sentText(recorded)}, sent ${sentText(sent)}` }];
}

function sentText(sent: SentBody | undefined): string {
  if (sent === undefined) return 'none';
  return sent.value !== undefined
    ? shown(JSON.stringify(sent.value))
    : `${sent.bytes} bytes with SHA-256 ${sent.sha256.slice(0, 12)}`;
}

interface RequestComparison {
  readonly path: JsonPath;
  readonly secrets: LearnedSecrets;
  readonly found: string[];
}

function compareValues(recorded: Json | undefined, sent: Json | undefined, comparing: RequestComparison): void {
  const { path, secrets, found } = comparing;
  if (found.length >= MOST || recorded === sent) return;
  if (typeof recorded === 'string' && sent !== undefined && secrets.fits(recorded, sent)) return;
  if (Array.isArray(recorded) && Array.isArray(sent)) {
    for (let index = 0; index < Math.max(recorded.length, sent.length); index += 1)
      compareValues(recorded[index] as Json | undefined, sent[index] as Json | undefined, {
        ...comparing,
        path: [...path, index],
      });
  } else if (isObject(recorded) && isObject(sent)) {
    for (const member of new Set([...Object.keys(recorded), ...Object.keys(sent)])) {
      compareValues(own(recorded, member), own(sent, member), { ...comparing, path: [...path, member] });
    }
  } else found.push(`at ${pathText(path)}: recorded ${valueText(recorded)}, sent ${valueText(sent)}`);
}

function own(object: { readonly [member: string]: Json }, member: string): Json | undefined {
  return Object.hasOwn(object, member) ? object[member] : undefined;
}

function valueText(value: Json | undefined): string {
  return value === undefined ? 'nothing' : shown(JSON.stringify(value));
}

function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
