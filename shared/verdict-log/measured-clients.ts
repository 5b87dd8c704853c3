/** A real client that was run against the reference server. */
export interface MeasuredClient {
  readonly name: string;
  readonly version: string;
  /** Commands or calls that succeeded. */
  readonly passed: number;
  readonly tried: number;
  /** The failed ones; `reason` says why the server does not serve them. */
  readonly failed: readonly { readonly command: string; readonly said: string; readonly reason?: string }[];
}

/** The content of `fixtures/real-clients.json`, which `pnpm clients --write` writes. */
export interface MeasuredClients {
  readonly clients: readonly MeasuredClient[];
  /** The result of kubectl's own integration tests, by function. */
  readonly suite?: {
    readonly kubectl: string;
    readonly functions: readonly {
      readonly name: string;
      readonly passed: number;
      readonly failed: number;
      readonly first: readonly string[];
      readonly reason?: string;
    }[];
  };
}
