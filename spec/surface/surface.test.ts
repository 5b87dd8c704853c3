import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JSON_STREAM_TYPE, PATCH_TYPES, PRODUCED, PROTOBUF_STREAM_TYPE } from './media-types.ts';
import { type Method, OPERATIONS } from './operations.ts';
import { PARAMETERS, type QueryParameter } from './parameters.ts';

const DOCUMENT = '../shared/spec/cluster-resource-api.md';
const TABULATED = OPERATIONS.filter(({ tabulated }) => tabulated);

describe('the surface', () => {
  it('has the operations that the document counts', () => {
    const count = (method: Method): number => TABULATED.filter((operation) => operation.method === method).length;
    expect({
      GET: count('GET'),
      DELETE: count('DELETE'),
      PUT: count('PUT'),
      PATCH: count('PATCH'),
      POST: count('POST'),
    }).toEqual({
      GET: 48,
      DELETE: 13,
      PUT: 8,
      PATCH: 8,
      POST: 7,
    });
    expect(TABULATED.filter(({ path }) => path.includes('/watch/'))).toHaveLength(21);
  });

  it('names no operation twice', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });
});

describe.skipIf(!existsSync(DOCUMENT))('the surface and the document (skipped where ../shared is absent)', () => {
  const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  const rows = endpointRows(text);

  it('has every row of the endpoint tables, and no additional row', () => {
    expect(rows).toHaveLength(76);
    expect(rows.flatMap(operationsOf).sort()).toEqual(
      TABULATED.map(({ id, parameters, body, response }) => [id, body, parameters, response].join(' | ')).sort(),
    );
  });

  it('has the parameters of sets L, R, W and D with their types', () => {
    const section = text.slice(text.indexOf('### Parameter sets'), text.indexOf('Read query parameters'));
    const rows = [...section.matchAll(/^\| (\w+) \| (string|boolean|integer)\b/gm)].map(
      ([, name, type]) => `${name}: ${type}`,
    );
    expect(PARAMETERS.L.map(nameAndType)).toEqual(rows);
    for (const [set, start] of [
      ['R', 'Read'],
      ['W', 'Write'],
      ['D', 'Delete'],
    ] as const) {
      const paragraph = text.split('\n').find((line) => line.startsWith(`${start} query parameters`)) ?? '';
      const documented = [...paragraph.matchAll(/`(\w+)` \((string|boolean|integer)/g)].map(
        ([, name, type]) => `${name}: ${type}`,
      );
      expect(PARAMETERS[set].map(nameAndType)).toEqual(documented);
    }
  });

  it('has the media types that the document lists', () => {
    const paragraph = text
      .slice(text.indexOf('### Media types'), text.indexOf('### Parameter sets'))
      .replaceAll('<vendor>', 'kubernetes');
    const documented = [...paragraph.matchAll(/`(application\/[^`]+)`/g)].map(([, type]) => type ?? '');
    expect(new Set([...PRODUCED, JSON_STREAM_TYPE, PROTOBUF_STREAM_TYPE, ...PATCH_TYPES])).toEqual(new Set(documented));
  });
});

interface EndpointRow {
  readonly prefix: string;
  readonly method: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly responses: readonly string[];
}

/** The rows of the endpoint tables. If paths stand without their prefix, the heading names it. */
function endpointRows(markdown: string): EndpointRow[] {
  const found: EndpointRow[] = [];
  let prefix = '';
  for (const line of markdown.split('\n')) {
    const heading = /^### .*prefix (\/\S+)/.exec(line)?.[1];
    if (heading !== undefined) prefix = heading;
    const [, method, paths, body, responses] =
      /^\| (GET|POST|PUT|PATCH|DELETE) \| (.+?) \| (.+?) \| (.+?) \|$/.exec(line) ?? [];
    if (method === undefined || paths === undefined || body === undefined || responses === undefined) continue;
    found.push({ prefix, method, paths: paths.split(', '), body, responses: responses.split(', ') });
  }
  return found;
}

/** One line for each operation of a row, in the form `METHOD path | body | set | response`. */
function operationsOf({ prefix, method, paths, body, responses }: EndpointRow): string[] {
  const [, type = '', set = 'none'] = /^(\w+)(?: \((\w+)\))?$/.exec(body) ?? [];
  const [first = ''] = paths;
  return paths.map((path, index) => {
    const response = (responses[index] ?? responses[0] ?? '').replace(' stream', '');
    return [`${method} ${fullPath(prefix, first, path)}`, type, set, response].join(' | ');
  });
}

/**
 * A path that follows a comma replaces the last segments of the first path: `/watch/.../daemonsets/{name},
 * /ingresses/{name}`.
 */
function fullPath(prefix: string, first: string, path: string): string {
  if (path === '(prefix itself)') return prefix;
  const segments = first.split('/');
  const replaced =
    path === first
      ? first
      : [...segments.slice(0, segments.length - (path.split('/').length - 1)), ...path.split('/').slice(1)].join('/');
  return replaced.startsWith(prefix) ? replaced : `${prefix}${replaced}`;
}

function nameAndType({ name, type }: QueryParameter): string {
  return `${name}: ${type}`;
}
