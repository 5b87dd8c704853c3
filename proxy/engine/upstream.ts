/** The server behind the proxy, and how to connect to it. */
export interface Upstream {
  /** Base URL, http or https; a path in it precedes every path of the client's. */
  readonly url: URL;
  /** PEM texts: certificate authority, client certificate and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Sent as `Authorization` in place of the client's own. */
  readonly authorization?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

/** The path prefix of the base URL; empty for a bare host. */
export function prefixOf({ url }: Upstream): string {
  return url.pathname.replace(/\/+$/, '');
}
