import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Upstream } from '../engine/upstream.ts';
import { UsageError } from './usage-error.ts';

export interface UpstreamFlags {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  readonly insecureSkipTlsVerify?: true;
}

/** Adds the flags by which a server is approached. */
export function withUpstreamFlags(command: Command): Command {
  return command
    .option('--ca <file>', 'PEM file with the certificate authority of the server')
    .option('--cert <file>', 'PEM file with the client certificate')
    .option('--key <file>', 'PEM file with the key of the client certificate')
    .option('--token <token>', 'bearer token, sent in place of what the client sends')
    .option('--insecure-skip-tls-verify', 'accept any certificate');
}

/** The server behind a URL, with the files of the flags read. Throws a `UsageError` where one cannot be. */
export function upstreamOf(url: URL, flags: UpstreamFlags): Upstream {
  if ((flags.cert === undefined) !== (flags.key === undefined)) throw new UsageError('--cert and --key go together: give both, or neither');
  return {
    url,
    ...(flags.ca === undefined ? {} : { ca: pem('--ca', flags.ca) }),
    ...(flags.cert === undefined ? {} : { cert: pem('--cert', flags.cert) }),
    ...(flags.key === undefined ? {} : { key: pem('--key', flags.key) }),
    ...(flags.token === undefined ? {} : { authorization: `Bearer ${flags.token}` }),
    ...(flags.insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify: true }),
  };
}

/** Parses the URL of a server for commander. */
export function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.search !== '') {
    throw new InvalidArgumentError('give an http or https URL without a query, as in http://127.0.0.1:8001.');
  }
  return url;
}

/** Parses a port for commander; 0 takes a free one. */
export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('give a number from 0 (any free port) to 65535.');
  return Number(text);
}

function pem(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag}: cannot read ${path}: ${(error as Error).message}`);
  }
}
