/**
 * One request of a witness. Holes in the target, the headers and the body are filled in when it is sent: `{ns}` is the namespace that the runner made,
 * `{version:K}` and `{uid:K}` are what the object has that the request at index K was answered with.
 */
export interface WitnessRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** `content-type` is JSON for a body unless it is given here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  /** A watch that is open while the requests after it are sent. It ends by the `timeoutSeconds` of its target. */
  readonly alongside?: true;
  /** How long to wait before this is sent, in milliseconds: events that came before and after such a request are told apart. */
  readonly afterMs?: number;
}

/** A short program whose answers tell a faulty server from a sound one. */
export type Witness = readonly WitnessRequest[];
