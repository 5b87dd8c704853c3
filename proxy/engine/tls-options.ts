import { isIP } from 'node:net';
import type { Upstream } from './upstream.ts';

export interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized: boolean;
  readonly servername: string;
}

/** TLS options for an upstream. The server name is the upstream's own, whatever `Host` the client sent. */
export function tlsOptions(upstream: Upstream): TlsOptions {
  const host = hostOf(upstream.url);
  return {
    ...(upstream.ca === undefined ? {} : { ca: upstream.ca }),
    ...(upstream.cert === undefined ? {} : { cert: upstream.cert }),
    ...(upstream.key === undefined ? {} : { key: upstream.key }),
    rejectUnauthorized: upstream.insecureSkipTlsVerify !== true,
    servername: isIP(host) === 0 ? host : '',
  };
}

/** The host name or address without the brackets of IPv6 addresses in URLs. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The port; by default the scheme's own. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
