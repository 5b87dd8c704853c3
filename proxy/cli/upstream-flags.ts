import { type Command, InvalidArgumentError } from 'commander';
import { CredentialsError } from '../../shared/connection/credentials-error.ts';
import type { Credentials } from '../../shared/connection/credentials.ts';
import { credentialsOf } from '../../shared/connection/connection-flags.ts';
import type { Upstream } from '../engine/upstream.ts';
import { UsageError } from '../log/usage-error.ts';

export interface UpstreamFlags {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly insecureSkipTlsVerify?: true;
}

/** Adds the connection flags, with the names of `pnpm conformance`. */
export function withUpstreamFlags(command: Command): Command {
  return command
    .optionsGroup('Connection:')
    .option('--token <token>', 'bearer token, which replaces that of the client')
    .option('--token-file <file>', 'file with the bearer token')
    .option('--kubeconfig <file>', 'take server and credentials from a kubeconfig; the flags win')
    .option('--context <name>', 'context of the kubeconfig; default its current one')
    .option('--ca <file>', 'PEM file with the certificate authority of the server')
    .option('--cert <file>', 'PEM file with the client certificate')
    .option('--key <file>', 'PEM file with the key of the client certificate')
    .option('--insecure-skip-tls-verify', 'accept any certificate');
}

/**
 * The server at the URL of that flag, or the one of the kubeconfig, with the files of the flags read. Throws a
 * `UsageError` if there is none, or if it cannot be used.
 */
export function upstreamOf(url: URL | undefined, flags: UpstreamFlags, flag = '--target'): Upstream {
  const { url: configured, authorization, tls } = credentials(flags);
  const { rejectUnauthorized, ...pems } = tls;
  return {
    url: url ?? configuredUrl(configured, flags, flag),
    ...pems,
    ...(authorization === undefined ? {} : { authorization }),
    ...(rejectUnauthorized === false ? { insecureSkipTlsVerify: true } : {}),
  };
}

function credentials(flags: UpstreamFlags): Credentials {
  try {
    return credentialsOf(flags);
  } catch (error) {
    throw error instanceof CredentialsError ? new UsageError(error.message) : error;
  }
}

function configuredUrl(text: string | undefined, { kubeconfig }: UpstreamFlags, flag: string): URL {
  if (text === undefined)
    throw new UsageError(`no server is given; give ${flag} URL, or a --kubeconfig whose context names a cluster`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isServerUrl(url))
    throw new UsageError(
      `--kubeconfig: ${kubeconfig}: the server '${text}' is not an http or https URL without a query; write it as https://127.0.0.1:6443`,
    );
  return url;
}

function isServerUrl(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '';
}

/** Parses the URL of a server for commander. */
export function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isServerUrl(url))
    throw new InvalidArgumentError('Give an http or https URL without a query, as in http://127.0.0.1:8001.');
  return url;
}

/** Parses a port for commander; 0 takes a free one. */
export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Give a number from 0 (any free port) to 65535.');
  return Number(text);
}
