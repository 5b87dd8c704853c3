/** The server behind the proxy, and how it wants to be approached. */
export interface Upstream {
  /** Base URL, http or https; a path in it stands before every path of the client's. */
  readonly url: URL;
  /** PEM texts: certificate authority, client certificate and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Sent as `Authorization` in place of what the client sends. */
  readonly authorization?: string;
  readonly insecureSkipTlsVerify?: boolean;
}

/** The path prefix that the base URL puts before every target; empty for a bare host. */
export function prefixOf({ url }: Upstream): string {
  return url.pathname.replace(/\/+$/, '');
}
