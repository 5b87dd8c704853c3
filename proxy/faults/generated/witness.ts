/**
 * One request of a witness. Holes in the target, the headers and the body are filled in when it is sent: `{ns}` is the
 * namespace that the runner made, `{version:K}` and `{uid:K}` are those of the object in the response to the request at
 * index K.
 */
export interface WitnessRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** `content-type` is JSON for a body unless it is given here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  /** The body is that of the response to the request at this index, without the version of its object. */
  readonly bodyOf?: number;
  /** A watch that is open while the requests after it are sent. It ends by the `timeoutSeconds` of its target. */
  readonly alongside?: true;
  /** Milliseconds to wait before this request; the transcript separates events before and after it. */
  readonly afterMs?: number;
}

/** A short program to which a faulty server and a correct one respond differently. */
export type Witness = readonly WitnessRequest[];
