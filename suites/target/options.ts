/**
 * The address of a target and how to authenticate to it, as plain data: it crosses from the command line into the
 * engine's worker.
 */
export interface TargetOptions {
  /** Base URL, http or https. A path in it precedes every path of the API. It wins over the server of a kubeconfig. */
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
  /**
   * Time limit of one response from the request to its last byte, in milliseconds; watches may stay open. Default
   * 10000.
   */
  readonly timeoutMs?: number;
  /** Largest body that is read, in bytes; for a watch, the sum of all events. Default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** At most this many connections at the same time; by default as many as there are requests under way. */
  readonly connections?: number;
  /** At most this many requests a second. */
  readonly qps?: number;
  readonly kubeconfig?: string;
  /** Context of the kubeconfig; by default its current one. */
  readonly context?: string;
}
