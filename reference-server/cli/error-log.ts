/** An error outside of the server is repeated only after this time, because every request may meet it. */
const QUIET_MS = 10_000;

/** Codes of errors that are not the server's fault: their stack is useless. */
const OUTSIDE: ReadonlySet<unknown> = new Set(['ERR_ETCD']);

/**
 * Logs each error: with its stack, to find the fault, or in one line if it is outside of the server.
 * A worked example: the etcd is away for a minute, and a hundred requests a second fail; the log has six lines of
 * it.
 * @param write takes text with its line break @param now milliseconds, of any clock that does not stand still
 */
export function errorLog(write: (text: string) => void, now: () => number): (error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Error)) write(`${String(error)}\n`);
    else if (!('code' in error) || !OUTSIDE.has(error.code)) write(`${error.stack ?? error.message}\n`);
    else if (now() - (saidAt.get(error.message) ?? Number.NEGATIVE_INFINITY) >= QUIET_MS) {
      // Messages contain revisions, so expired ones are removed.
      for (const [message, at] of saidAt) if (now() - at >= QUIET_MS) saidAt.delete(message);
      saidAt.set(error.message, now());
      write(`${error.message}\n`);
    }
  };
}
