import { createHmac, randomBytes } from 'node:crypto';
import { dump, loadAll } from 'js-yaml';
import type { HeaderPair, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { loggedBody } from '../../fixtures/formats/exchange-log.ts';
import { concealedValue } from './secret-fields.ts';

/** What a recorder needs to know of a body to judge whether it holds secrets. */
export interface BodyPlace {
  /** Target of the request. */
  readonly target: string;
  readonly mediaType: string;
}

/** What is done to an exchange before any of it reaches the disk. */
export interface Redaction {
  /** As the header of the log names it; absent when nothing is changed. */
  readonly name: string | undefined;
  target(target: string): string;
  headers(pairs: readonly HeaderPair[]): readonly HeaderPair[];
  body(bytes: Buffer, place: BodyPlace): LoggedBody;
  /** Whether bodies there must be redacted as a whole value, so that they cannot be kept when they are too large for that. */
  concerns(target: string): boolean;
}

/** Keeps everything as it is. */
export const KEEP_ALL: Redaction = {
  name: undefined,
  target: (target) => target,
  headers: (pairs) => pairs,
  body: (bytes) => loggedBody(bytes),
  concerns: () => false,
};

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-auth-token', 'x-remote-user']);
const SECRET_PARAMETERS = /([?&](?:access_token|token|client_secret|password)=)([^&#]+)/gi;
const SECRETS_PATH = /\/secrets(?:[/?]|$)/;
const BEARER = /\b(Bearer\s+|base64url\.bearer\.authorization\.k8s\.io\.)([A-Za-z0-9._~+/=-]{8,})/g;
const JWT = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g;
/** Pieces without one of which a text matches neither of the two above. */
const TOKEN_SIGNS = ['earer', 'eyJ'];
/** Words without one of which a body holds nothing to redact. */
const SIGNS = ['Secret', 'Token', 'Bearer ', 'eyJ'].map((sign) => Buffer.from(sign));

/**
 * Replaces secrets by tokens made with a key that is thrown away with the recorder: equal secrets stay equal, and nobody can try out guesses.
 * What is replaced: credentials in headers and queries, bearer tokens and JWTs anywhere, values of Secrets wherever they occur
 * (JSON, YAML, lists, watch events, patches, kubectl's annotation). Values that were base64 are base64 of the token.
 */
export function redacting(key: Buffer = randomBytes(32)): Redaction {
  const token = (secret: string | Buffer): string => `redacted-${createHmac('sha256', key).update(secret).digest('hex').slice(0, 16)}`;
  const inText = (text: string): string =>
    !TOKEN_SIGNS.some((sign) => text.includes(sign)) ? text : text.replace(BEARER, (_, scheme: string, secret: string) => scheme + token(secret)).replace(JWT, (secret) => token(secret));
  const inHeader = ([name, value]: HeaderPair): HeaderPair => {
    if (!SECRET_HEADERS.has(name.toLowerCase())) return [name, inText(value)];
    const [, scheme = '', secret = value] = /^([A-Za-z]+\s+)(.+)$/.exec(value) ?? [];
    return [name, /^(proxy-)?authorization$/i.test(name) ? scheme + token(secret) : token(value)];
  };
  return {
    name: 'default',
    concerns: (target) => SECRETS_PATH.test(target),
    target: (target) => inText(target.replace(SECRET_PARAMETERS, (_, name: string, secret: string) => name + token(decodeURIComponentOr(secret)))),
    headers: (pairs) => pairs.map(inHeader),
    body(bytes, { target, mediaType }) {
      const ofSecrets = SECRETS_PATH.test(target);
      if (!ofSecrets && !SIGNS.some((sign) => bytes.includes(sign))) return loggedBody(bytes);
      const conceal = (value: unknown): unknown => concealedValue(value, ofSecrets, token, inText);
      return asJson(bytes, conceal) ?? asYaml(bytes, mediaType, ofSecrets, conceal) ?? asOpaque(bytes, mediaType, ofSecrets, token, inText);
    },
  };
}

function asJson(bytes: Buffer, conceal: (value: unknown) => unknown): LoggedBody | undefined {
  try {
    const text = bytes.toString('utf8');
    const before: unknown = JSON.parse(text);
    const after = JSON.stringify(conceal(before));
    return after === JSON.stringify(before) ? loggedBody(bytes) : loggedBody(Buffer.from(text.endsWith('\n') ? `${after}\n` : after));
  } catch {
    return undefined;
  }
}

function asYaml(bytes: Buffer, mediaType: string, ofSecrets: boolean, conceal: (value: unknown) => unknown): LoggedBody | undefined {
  if (!mediaType.includes('yaml') && !ofSecrets) return undefined;
  try {
    const before: unknown[] = loadAll(bytes.toString('utf8'));
    if (before.every((each) => typeof each !== 'object')) return undefined;
    const after = before.map(conceal);
    return JSON.stringify(after) === JSON.stringify(before) ? loggedBody(bytes) : { text: after.map((each) => dump(each)).join('---\n') };
  } catch {
    return undefined;
  }
}

/** Where a value cannot be seen, the whole body may be one; text that merely mentions secrets stays, but for the tokens in it. */
function asOpaque(bytes: Buffer, mediaType: string, ofSecrets: boolean, token: (secret: Buffer) => string, inText: (text: string) => string): LoggedBody {
  const body = loggedBody(bytes);
  if (bytes.length > 0 && (ofSecrets || mediaType.includes('protobuf'))) return { text: token(bytes) };
  return 'text' in body ? { text: inText(body.text) } : body;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
