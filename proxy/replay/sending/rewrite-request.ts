import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { bodyBytes } from '../../../shared/exchange-log/body-bytes.ts';
import { isChunked } from '../../../shared/exchange-log/chunked-header.ts';
import type { HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { isEnveloped } from '../../../shared/protobuf/bend-message.ts';
import type { Correspondence } from '../../diff/values/correspondence.ts';
import { domainAt, isLiteral, scopeOf } from '../../diff/values/identities.ts';
import { LARGEST_COMPARED } from '../../diff/exchanges/observed-exchange.ts';
import { isObject, type Json, type JsonObject, memberOf, type JsonPath } from '../../diff/values/json-value.ts';
import { kindAt, renamedTarget, renamedText, renamedValue } from '../../diff/exchanges/namespace-map.ts';
import { type Rewriting, rewrittenProtobuf } from './rewrite-protobuf.ts';
import { percentDecoded } from '../../../shared/percent-decoding.ts';

/** The request to send in place of a recorded one. */
export interface RewrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer | undefined;
}

/**
 * Headers of the recorded connection rather than the request; content codings are undone in the log. A body that
 * traveled in chunks does so again, because servers may read chunked bodies in their own way.
 */
const NOT_REPLAYED: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'expect',
  'upgrade',
  'accept-encoding',
  'content-encoding',
]);
const REDACTED = /redacted-[0-9a-f]{16}/;
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/**
 * The request with every identity of the recorded server replaced by its counterpart: versions and uids in bodies,
 * preconditions, patches and queries, generated names everywhere. Unknown identities stay unchanged. Redacted
 * credentials are left out.
 */
export async function rewritten(
  { request }: LoggedExchange,
  logPath: string,
  { correspondence, names }: Rewriting,
): Promise<RewrittenRequest> {
  const headers = request.headers.filter((pair) => {
    const lower = pair[0].toLowerCase();
    if (CREDENTIALS.has(lower)) return !REDACTED.test(pair[1]);
    return !NOT_REPLAYED.has(lower) || (isChunked(pair) && request.body !== undefined);
  });
  const body =
    request.body === undefined
      ? undefined
      : await rewrittenBody(request.body, logPath, { correspondence, names }, kindAt(request.target));
  return {
    method: request.method,
    target: renamedTarget(rewrittenTarget(request.target, correspondence), names),
    headers,
    body,
  };
}

const QUERY_VERSION = /([?&]resourceVersion=)([^&#]+)/g;
const QUERY_POSITION = /([?&]continue=)([^&#]+)/g;
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Path and query keep every byte outside of identities. */
function rewrittenTarget(target: string, correspondence: Correspondence): string {
  const mapped =
    (domain: string) =>
    (whole: string, parameter: string, value: string): string => {
      const actual = correspondence.actualOf(domain, '', percentDecoded(value));
      return actual === undefined ? whole : parameter + encodeURIComponent(actual);
    };
  return correspondence
    .translated(target)
    .replace(QUERY_VERSION, mapped('version'))
    .replace(QUERY_POSITION, mapped('position'))
    .replace(UID, (uid) => correspondence.actualOf('uid', '', uid) ?? uid);
}

async function rewrittenBody(
  body: LoggedBody,
  logPath: string,
  { correspondence, names }: Rewriting,
  kind: string,
): Promise<Buffer> {
  if ('json' in body) {
    const own = rewrittenValue(body.json as Json, correspondence);
    const json = names.size === 0 ? own : renamedValue(own, names, kind);
    return Buffer.from(JSON.stringify(json) + (body.newline === true ? '\n' : ''));
  }
  const bytes = await bodyBytes(logPath, body);
  if (bytes.length > LARGEST_COMPARED) return bytes;
  if (isEnveloped(bytes)) return rewrittenProtobuf(bytes, { correspondence, names });
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? Buffer.from(renamedText(rewrittenText(text, correspondence), names, kind))
    : bytes;
}

/** Text keeps its bytes (numbers beyond 2^53, spacing, YAML comments) outside of identities. */
function rewrittenText(text: string, correspondence: Correspondence): string {
  return correspondence
    .translated(text)
    .replace(UID, (uid) => correspondence.actualOf('uid', '', uid) ?? uid)
    .replace(
      /(["']?resourceVersion["']?\s*:\s*["'])([^"']+)(["'])/g,
      (whole, before: string, version: string, after: string) => {
        const actual = correspondence.actualOf('version', '', version);
        return actual === undefined ? whole : before + actual + after;
      },
    );
}

function rewrittenValue(value: Json, correspondence: Correspondence): Json {
  if (Array.isArray(value))
    return value.map((each) =>
      isPatchOperation(each) ? rewrittenOperation(each, correspondence) : rewrittenValue(each, correspondence),
    );
  return rewrittenAt(value, [], '', correspondence);
}

function rewrittenAt(value: Json, path: JsonPath, scope: string, correspondence: Correspondence): Json {
  if (typeof value === 'string') return correspondence.translated(value);
  if (Array.isArray(value))
    return value.map((each, index) => rewrittenAt(each, [...path, index], scope, correspondence));
  if (!isObject(value)) return value;
  const own = scopeOf(value) ?? scope;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => {
      const at = [...path, member];
      return [member, identityAt(each, at, value, own, correspondence) ?? rewrittenAt(each, at, own, correspondence)];
    }),
  );
}

function identityAt(
  value: Json,
  path: JsonPath,
  holder: JsonObject,
  scope: string,
  correspondence: Correspondence,
): Json | undefined {
  const domain = domainAt(path, holder);
  if (domain === undefined || isObject(value) || Array.isArray(value) || isLiteral(value)) return undefined;
  const actual = correspondence.actualOf(
    domain === 'list-version' ? 'version' : domain,
    domain === 'uid' ? '' : scope,
    String(value),
  );
  if (actual === undefined) return undefined;
  return typeof value === 'number' ? Number(actual) : actual;
}

function isPatchOperation(value: Json): value is JsonObject {
  return isObject(value) && typeof memberOf(value, 'op') === 'string' && typeof memberOf(value, 'path') === 'string';
}

/** The `path` of a JSON patch operation is the place of its `value`. */
function rewrittenOperation(operation: JsonObject, correspondence: Correspondence): Json {
  const value = memberOf(operation, 'value');
  if (value === undefined) return operation;
  const path = String(operation['path'])
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const identity = identityAt(value, path, { name: path.join('/') }, '', correspondence);
  return { ...operation, value: identity ?? rewrittenAt(value, path, '', correspondence) };
}
