import { createHash } from 'node:crypto';
import { load } from 'js-yaml';
import type { HeaderPair } from '../../../shared/exchange-log/exchange-log.ts';
import { asksToWatch } from '../../../spec/surface/match-path.ts';
import { type Json, jsonOf } from '../../diff/values/json-value.ts';
import { protobufValue } from './protobuf-value.ts';
import { inTermOrder } from '../../log/term-order.ts';
import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';

/** The content of a body. `undefined` for no body. */
export interface SentBody {
  /** If it is JSON, YAML by its media type, or an object in protobuf, and small enough to be parsed. */
  readonly value: Json | undefined;
  readonly sha256: string;
  readonly bytes: number;
}

/** A request in a normalised form: equal requests have equal forms. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** Each segment decoded and encoded again in one way, without a trailing slash. */
  readonly path: string;
  /** Decoded and sorted, terms of selectors included, without parameters that only limit the duration. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly HeaderPair[];
  readonly body: SentBody | undefined;
  /** Whether it requests a stream. */
  readonly watching: boolean;
}

/** Parameters for the client's patience: clients choose them at random, and no response depends on them. */
const PATIENCE: ReadonlySet<string> = new Set(['timeoutSeconds', 'timeout']);

const SELECTORS: ReadonlySet<string> = new Set(['fieldSelector', 'labelSelector']);

export function sentRequest(
  method: string,
  target: string,
  headers: readonly HeaderPair[],
  body: SentBody | undefined,
): SentRequest {
  const { path, query: rawQuery } = splitTarget(target);
  const parameters = new URLSearchParams(rawQuery);
  const query = [...parameters]
    .filter(([name]) => !PATIENCE.has(name))
    .map(([name, value]) => [name, SELECTORS.has(name) ? inTermOrder(value) : value] as const)
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]));
  const watching = method === 'GET' && (path.split('/').includes('watch') || asksToWatch(parameters));
  return { method, target, path: normalPath(path), query, headers, body, watching };
}

/** The content of a body; `undefined` for an empty one. */
export function sentOf(bytes: Buffer, headers: readonly HeaderPair[]): SentBody | undefined {
  if (bytes.length === 0) return undefined;
  const isYaml = headerValue(headers, 'content-type')?.includes('yaml') === true;
  const value = jsonOf(bytes) ?? protobufValue(bytes) ?? (isYaml ? yamlOf(bytes) : undefined);
  return { value, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

function yamlOf(bytes: Buffer): Json | undefined {
  try {
    return (load(bytes.toString('utf8')) as Json | undefined) ?? undefined;
  } catch {
    return undefined;
  }
}

function normalPath(path: string): string {
  const whole = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return whole.split('/').map(normalSegment).join('/');
}

function normalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
