/** One command of a client, and its result. */
export interface CommandOutcome {
  readonly command: string;
  readonly passed: boolean;
  /** The last line of a failed command's output. */
  readonly said?: string;
}

/** A client's commands against a server at a URL. */
export interface ClientCommands {
  readonly name: string;
  readonly version: string;
  run(url: string): Promise<readonly CommandOutcome[]>;
}
