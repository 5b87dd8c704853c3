/** How to reach and authenticate to a target, as plain data: it crosses from the command line into the engine's worker. */
export interface TargetOptions {
  /** Base URL, http or https; a path in it stands before every path of the API. Wins over the server that a kubeconfig names. */
  readonly url?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** PEM files: certificate authority, client certificate and its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** How long one response may take from the request to its last byte, in milliseconds; watches may stay open. Default 10000. */
  readonly timeoutMs?: number;
  /** Largest body that is read, in bytes; a watch counts all that it has sent. Default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** At most this many requests a second. */
  readonly qps?: number;
  readonly kubeconfig?: string;
  /** Context of the kubeconfig; default its current one. */
  readonly context?: string;
}
