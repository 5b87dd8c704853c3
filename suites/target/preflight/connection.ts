import type { ConnectionSettings } from '../connection-settings.ts';

/** The facts about a connection that a diagnosis may print. */
export interface Connection {
  /** Base URL without credentials and without a trailing slash. */
  readonly baseUrl: string;
  readonly secure: boolean;
  readonly sendsAuthorization: boolean;
  readonly sendsCertificate: boolean;
  readonly hasAuthority: boolean;
}

/** The facts of a connection, without its secrets. */
export function connectionOf({ origin, prefix, headers, tls }: ConnectionSettings): Connection {
  return {
    baseUrl: origin + prefix,
    secure: origin.startsWith('https:'),
    sendsAuthorization: headers.some(([name]) => name.toLowerCase() === 'authorization'),
    sendsCertificate: tls.cert !== undefined,
    hasAuthority: tls.ca !== undefined,
  };
}

/** The address with the other scheme: `http://a:1` for `https://a:1`. */
export function otherScheme({ baseUrl, secure }: Connection): string {
  return secure ? baseUrl.replace(/^https:/, 'http:') : baseUrl.replace(/^http:/, 'https:');
}
