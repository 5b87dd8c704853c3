import { readFileSync } from 'node:fs';
import { CredentialsError } from '../../shared/connection/credentials-error.ts';
import type { Credentials, TlsSettings } from '../../shared/connection/credentials.ts';
import { credentialsOf } from '../../shared/connection/connection-flags.ts';
import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';
import type { TargetOptions } from './options.ts';
import { TargetError } from './target-error.ts';

/** Options with every file read and every default filled in. */
export interface ConnectionSettings {
  readonly origin: string;
  /** Path of the base URL without a trailing slash; empty at the root. */
  readonly prefix: string;
  readonly headers: readonly HeaderPair[];
  readonly tls: TlsSettings;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly qps: number | undefined;
  readonly connections: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const HIGHEST_PORT = 65_535;
const DEFAULT_MAX_BODY = 64 * 1024 * 1024;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Headers that rules and HTTP itself set. */
const RESERVED = new Set([
  'accept',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
]);

/** Reads the files that the options name and joins flags and kubeconfig; flags win. Throws a `TargetError`. */
export function connectionSettings(options: TargetOptions): ConnectionSettings {
  const { url, authorization, tls } = credentials(options);
  const { origin, prefix } = baseUrl(url);
  return {
    origin,
    prefix,
    headers: [
      ['User-Agent', `plumbline/${version}`],
      ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
      ...(options.headers ?? []).map(usable),
    ],
    tls,
    timeoutMs: positive('--timeout', options.timeoutMs) ?? DEFAULT_TIMEOUT_MS,
    maxBodyBytes: positive('--max-body', options.maxBodyBytes) ?? DEFAULT_MAX_BODY,
    qps: positive('--qps', options.qps),
    connections: options.connections,
  };
}

function credentials(options: TargetOptions): Credentials {
  try {
    return credentialsOf(options);
  } catch (error) {
    throw error instanceof CredentialsError ? new TargetError(error.code, error.message) : error;
  }
}

function baseUrl(text: string | undefined): { readonly origin: string; readonly prefix: string } {
  if (text === undefined)
    throw new TargetError(
      'no-url',
      'no target is given; give --target URL, or a --kubeconfig whose context names a cluster',
    );
  const full = text.includes('://') ? text : `http://${text}`;
  assertPort(text, full);
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TargetError('bad-url', `'${text}' is not an http or https URL; write it as http://127.0.0.1:8001`);
  }
  if (url.search !== '' || url.hash !== '')
    throw new TargetError('bad-url', `'${text}' has a query or a fragment; give the base URL alone`);
  if (url.username !== '' || url.password !== '')
    throw new TargetError(
      'bad-url',
      `the target URL carries credentials; give them with --token or --header 'Authorization: ...'`,
    );
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function assertPort(text: string, full: string): void {
  const [, port] = /^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(full) ?? [];
  if (port !== undefined && Number(port) > HIGHEST_PORT)
    throw new TargetError(
      'bad-url',
      `'${text}' names port ${port}: ports end at ${HIGHEST_PORT}; write the one at which the server listens`,
    );
}

function usable(pair: HeaderPair): HeaderPair {
  const [name, value] = pair;
  if (RESERVED.has(name.toLowerCase()))
    throw new TargetError('bad-header', `--header: '${name}' is set by the suite itself; leave it out`);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new TargetError(
      'bad-header',
      `--header: '${name}' is not a header that HTTP can carry; write it as 'Name: value'`,
    );
  }
  return pair;
}

function positive(flag: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return value;
  throw new TargetError('bad-option', `${flag}: ${value} is not a number above 0`);
}
