import { PATCH_TYPES } from '../../spec/surface/media-types.ts';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { type RouteRow, ROUTES } from '../http/routing/routes.ts';
import { typedValue } from '../testing/typed-values.ts';

/** The most bytes of requests that are sent before a response is read. */
const MOST_PIPELINED = 400_000;

/**
 * The bytes that a hostile client might send on one connection: nearly a request, a request with any content, pieces
 * of requests, thousands of them, or no request at all.
 */
export function hostileBytes(): Arbitrary<Buffer> {
  const whole = fc.constantFrom(...ROUTES).chain(requestOf);
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 4, arbitrary: fc.tuple(whole, damage()).map(([bytes, damaged]) => damaged(bytes)) },
    { weight: 1, arbitrary: fc.array(whole, { minLength: 2, maxLength: 6 }).map((each) => Buffer.concat(each)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.constantFrom(50, 1000, 3000))
        .map(([bytes, times]) =>
          Buffer.concat(Array.from({ length: Math.min(times, MOST_PIPELINED / bytes.length) }, () => bytes)),
        ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  );
}

/** Few names, so requests hit each other's objects and the store stays small. */
const NAMES = fc.constantFrom(
  'a',
  'b',
  'c',
  'a.b',
  '__proto__',
  'constructor',
  '%00',
  '%2e%2e',
  '%zz',
  '%',
  'x'.repeat(400),
  '',
);
const NAMESPACES = fc.constantFrom('default', 'default', 'default', 'kube-system', 'a', '__proto__');
const TYPES = fc.constantFrom(
  'application/json',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  '',
  'text/plain',
  'application/json; charset=latin1',
  ...PATCH_TYPES,
);
const ACCEPTS = fc.constantFrom(
  '*/*',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;stream=watch',
  ';;,q=,=;',
  'a/b;q=0',
  'x'.repeat(5000),
);
const PARAMETERS = fc.constantFrom(
  'labelSelector',
  'fieldSelector',
  'resourceVersion',
  'timeoutSeconds',
  'limit',
  'continue',
  'watch',
  'export',
  'exact',
  'pretty',
  'includeUninitialized',
  'dryRun',
  'gracePeriodSeconds',
  '__proto__',
  '',
);
const VALUES = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    'true',
    '99999999999999999999',
    '1e9',
    'a=b',
    'a in (b,',
    'metadata.name=a',
    '[1,"a"]',
  ),
  fc.string({ unit: fc.constantFrom('a', '=', '!', ',', '(', ')', ' in ', '\\', '<', '%', '&', '\0') }),
);

function requestOf(route: RouteRow): Arbitrary<Buffer> {
  const method = fc.oneof(
    { weight: 9, arbitrary: fc.constant(route.method) },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'DELETE', 'get') },
  );
  const query = fc
    .array(fc.tuple(PARAMETERS, VALUES), { maxLength: 3 })
    .map((each) => each.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));
  const type = route.method === 'PATCH' ? fc.constantFrom(...PATCH_TYPES) : TYPES;
  return fc
    .record({
      method,
      name: NAMES,
      namespace: NAMESPACES,
      query,
      type,
      accept: ACCEPTS,
      upgrade: fc.nat(30),
      chunked: fc.nat(5),
      body: bodyOf(route),
    })
    .map((parts) => {
      const path = route.path.replace('{namespace}', parts.namespace).replace('{name}', parts.name);
      const upgrade =
        parts.upgrade === 0
          ? 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
          : '';
      const head = `${parts.method} ${path}?${parts.query} HTTP/1.1\r\nHost: x\r\nAccept: ${parts.accept}\r\nContent-Type: ${parts.type}\r\n${upgrade}`;
      return parts.chunked === 0
        ? chunked(head, parts.body)
        : Buffer.concat([Buffer.from(`${head}Content-Length: ${parts.body.length}\r\n\r\n`), parts.body]);
    });
}

function chunked(head: string, body: Buffer): Buffer {
  const start = Buffer.from(
    `${head}Transfer-Encoding: chunked\r\n\r\n${body.length === 0 ? '' : `${body.length.toString(16)}\r\n`}`,
  );
  return Buffer.concat([start, body, Buffer.from(body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n')]);
}

function bodyOf({ resource, method }: RouteRow): Arbitrary<Buffer> {
  if (method === 'GET') return fc.constant(Buffer.alloc(0));
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '');
  const named = fc.tuple(typedValue(resource.schema, 6), NAMES).map(([value, name]) => ({
    ...(value as object),
    metadata: { ...(Reflect.get(value as object, 'metadata') as object), name },
  }));
  const operations = fc.array(
    fc.record(
      {
        op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
        path: POINTERS,
        from: POINTERS,
        value: fc.jsonValue(),
      },
      { requiredKeys: ['op', 'path'] },
    ),
    { maxLength: 5 },
  );
  return fc.oneof(
    { weight: 5, arbitrary: named.map(json) },
    { weight: 2, arbitrary: fc.jsonValue().map(json) },
    { weight: 2, arbitrary: operations.map(json) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
    },
    {
      weight: 1,
      arbitrary: fc
        .string({
          unit: fc.constantFrom('-', ':', ' ', '\n', '&a', '*a', '[', '{', '}', 'a', '"', '!', '|', '>', '? ', '<<'),
        })
        .map((text) => Buffer.from(text)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('[', '{"a":', '{"metadata":', '- '), fc.nat(3000))
        .map(([unit, times]) => Buffer.from(unit.repeat(times))),
    },
    { weight: 1, arbitrary: fc.nat(LARGE.length * 4).map((at) => LARGE[at] ?? Buffer.from('{}')) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '',
          ' ',
          '{"__proto__":{"polluted":true}}',
          '{"metadata":{"labels":{"__proto__":"a","constructor":"b"},"name":"a"}}',
        )
        .map((text) => Buffer.from(text)),
    },
  );
}

/** Bodies near and beyond the accepted size. */
const MANY = 20_000;
const many = (part: (n: number) => string, between = ','): string =>
  Array.from({ length: MANY }, (_, n) => part(n)).join(between);
const LARGE: readonly Buffer[] = [
  `{"metadata":{"name":"a","labels":{${many((n) => `"k${n}":"v"`)}}}}`,
  `{"metadata":{"name":"a","finalizers":[${many((n) => `"a.b/f${n}"`)}]}}`,
  `{"metadata":{"name":"a"},"data":{${many((n) => `"no key ${n}":"v"`)}}}`,
  `{"metadata":{"name":"a"},"spec":{"containers":[${many(() => '{"name":"c"}')}]}}`,
  `[${many(() => '{"op":"copy","from":"/metadata","path":"/metadata/a"}').slice(0, 500_000)}`,
  `[${Array.from({ length: 9999 }, () => '{"op":"test","path":"/kind","value":"a"}').join()}]`,
  `{"metadata":{"name":"a"},"data":{"a":"${'x'.repeat(2_000_000)}"}}`,
  `a: &a [${many(() => 'x')}]\nb: [${Array.from({ length: 900 }, () => '*a').join()}]`,
  many((n) => `k${n}: {}`, '\n'),
  `{"metadata":${'['.repeat(1_000_000)}`,
  ' '.repeat(4_000_000),
].map((text) => Buffer.from(text));

const POINTERS = fc
  .array(
    fc.constantFrom('metadata', 'spec', 'status', 'data', 'labels', '0', '-', '__proto__', '~0', '~2', 'containers'),
    { maxLength: 4 },
  )
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));

/** Ways to break a request: cut it, change a byte, insert something, repeat a part. */
function damage(): Arbitrary<(bytes: Buffer) => Buffer> {
  return fc
    .record({ at: fc.nat(2000), length: fc.nat(40), put: fc.uint8Array({ maxLength: 6 }), how: fc.nat(3) })
    .map(({ at, length, put, how }) => (bytes) => {
      const place = bytes.length === 0 ? 0 : at % bytes.length;
      const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
      if (how === 0) return before;
      if (how === 1) return Buffer.concat([before, Buffer.from(put), after]);
      if (how === 2) return Buffer.concat([before, after.subarray(0, length), after]);
      return Buffer.concat([before, Buffer.from(put), after.subarray(put.length)]);
    });
}
