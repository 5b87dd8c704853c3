import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { ApiError } from '../../resources/api-error.ts';
import type { DescribedApi } from '../openapi/openapi-documents.ts';
import { servedMembers } from '../../resources/later-members.ts';
import type { RouteRow } from '../routing/routes.ts';
import { acceptsGzip } from '../response/send-response.ts';

const PATHS: readonly string[] = ['/openapi/v2', '/openapi/v3', '/swagger-2.0.0.pb-v1', '/swagger.json'];

/** Prefix of the paths of later releases. */
const LATER = '/openapi/';
const LATER_V3 = '/openapi/v3';
const V3 = `${LATER_V3}/`;
const JSON_TYPE = 'application/json';

interface Description {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Made on demand. */
  compressed: Buffer | undefined;
}

/** By path and media type, for each set of routes, made on demand. */
const MADE = new WeakMap<readonly RouteRow[], Map<string, Promise<Description | undefined>>>();

/** The paths of an API's descriptions, and the described API. */
export interface Descriptions extends DescribedApi {
  readonly paths: readonly string[];
}

/** The descriptions of a dialect's routes. */
export function descriptionsOf(routes: readonly RouteRow[], choices: DialectChoices): Descriptions {
  const paths =
    choices['operations.later-releases'] === 'absent' ? PATHS.filter((path) => !path.startsWith(LATER)) : PATHS;
  return { routes, paths, takesDryRun: choices['parameters.dry-run'] !== 'ignored', served: servedMembers(choices) };
}

/** Sends a description of the API if the path is one; returns whether it did. Throws `ApiError`: 405, 404, 406. */
export async function sendDescription(
  descriptions: Descriptions,
  path: string,
  response: ServerResponse,
): Promise<boolean> {
  const { paths, routes, takesDryRun, served } = descriptions;
  if (!paths.includes(path) && !(path.startsWith(V3) && paths.includes(LATER_V3))) return false;
  const { method } = response.req;
  if (method !== 'GET')
    throw new ApiError('MethodNotAllowed', `${method} is not allowed here; allowed: GET`, undefined, { Allow: 'GET' });
  const { headers } = response.req;
  const known = MADE.get(routes) ?? new Map<string, Promise<Description | undefined>>();
  MADE.set(routes, known);
  const binary = path.startsWith('/swagger-2') || wantsProtobuf(path, headers.accept);
  const key = `${path} ${binary} ${takesDryRun} ${served}`;
  let made = known.get(key);
  if (made === undefined) {
    made = description(descriptions, path, binary);
    known.set(key, made);
  }
  const found = await made;
  if (found === undefined) {
    known.delete(key);
    throw new ApiError('NotFound', `there is no description at ${path}`);
  }
  const zipped = acceptsGzip(headers['accept-encoding']);
  const bytes = zipped ? (found.compressed ??= gzipSync(found.bytes)) : found.bytes;
  response.writeHead(200, {
    'Content-Type': found.mediaType,
    'Content-Length': bytes.length,
    Vary: 'Accept, Accept-Encoding',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
  });
  response.end(bytes);
  return true;
}

/** Media types of protobuf, by prefix of the path; a client may write the `@` as a dot. */
const PROTOBUF_FORMS: readonly (readonly [path: string, mediaType: RegExp])[] = [
  ['/openapi/v2', /^application\/com\.github\.proto-openapi\.spec\.v2[.@]v1\.0\+protobuf$/],
  [V3, /^application\/com\.github\.proto-openapi\.spec\.v3[.@]v1\.0\+protobuf$/],
];

/** Clients request protobuf by long media types; if they accept JSON, or anything, they get JSON. */
function wantsProtobuf(path: string, accept: string | undefined): boolean {
  const types = (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((part) => part.slice(0, part.includes(';') ? part.indexOf(';') : undefined).trim());
  const form = PROTOBUF_FORMS.find(([begin]) => path.startsWith(begin))?.[1];
  for (const type of types) {
    if (['*/*', 'application/*', JSON_TYPE].includes(type)) return false;
    if (form?.test(type) === true) return true;
  }
  throw new ApiError('NotAcceptable', `no media type in Accept '${accept ?? ''}' is available; accept ${JSON_TYPE}`);
}

/** Loaded on demand, because most clients never need it. */
async function description(api: DescribedApi, path: string, binary: boolean): Promise<Description | undefined> {
  if (path.startsWith(LATER_V3)) return description3(api, path, binary);
  const { swaggerDocument } = await import('../openapi/openapi-documents.ts');
  if (!binary) return inJson(swaggerDocument(api));
  const { SWAGGER_PROTOBUF_TYPE, swaggerBytes } = await import('../openapi/swagger-bytes.ts');
  return { mediaType: SWAGGER_PROTOBUF_TYPE, bytes: swaggerBytes(swaggerDocument(api)), compressed: undefined };
}

/** The list of group-versions, or one of them. */
async function description3(api: DescribedApi, path: string, binary: boolean): Promise<Description | undefined> {
  const { openApi3Document, openApi3Index } = await import('../openapi/openapi3-document.ts');
  if (path === LATER_V3) return inJson(openApi3Index(api.routes));
  const document = openApi3Document(api, `/${path.slice(V3.length)}`);
  if (document === undefined || !binary) return document === undefined ? undefined : inJson(document);
  const { OPENAPI3_PROTOBUF_TYPE, openApi3Bytes } = await import('../openapi/openapi3-bytes.ts');
  return { mediaType: OPENAPI3_PROTOBUF_TYPE, bytes: openApi3Bytes(document), compressed: undefined };
}

function inJson(document: object): Description {
  return { mediaType: JSON_TYPE, bytes: Buffer.from(`${JSON.stringify(document)}\n`), compressed: undefined };
}
