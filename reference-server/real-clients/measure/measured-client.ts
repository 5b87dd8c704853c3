/** One command of a client, and what came of it. */
export interface Outcome {
  readonly command: string;
  readonly passed: boolean;
  /** The last line that the client printed; of a command that failed. */
  readonly said?: string;
}

/** What a client does against a server at a URL. */
export interface Client {
  readonly name: string;
  readonly version: string;
  run(url: string): Promise<readonly Outcome[]>;
}
