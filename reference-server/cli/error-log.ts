/** What went wrong outside of the server is said again only after so long, as every request may meet it. */
const QUIET_MS = 10_000;

/** Codes of what is not the server's fault: where in it that was met says nothing. */
const OUTSIDE: ReadonlySet<unknown> = new Set(['ERR_ETCD']);

/**
 * Says of each error what there is to say: its stack, so that what is wrong can be found, or one line where it is outside of the server.
 *
 * A worked example: the etcd is away for a minute, and a hundred requests a second fail; the log has six lines of it.
 *
 * @param write takes text with its line break
 * @param now milliseconds, of any clock that does not stand still
 */
export function errorLog(write: (text: string) => void, now: () => number): (error: unknown) => void {
  const saidAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Error)) write(`${String(error)}\n`);
    else if (!('code' in error) || !OUTSIDE.has(error.code)) write(`${error.stack ?? error.message}\n`);
    else if (now() - (saidAt.get(error.message) ?? Number.NEGATIVE_INFINITY) >= QUIET_MS) {
      // Few messages are open at a time, but they name revisions: none is kept for longer than it matters.
      for (const [message, at] of saidAt) if (now() - at >= QUIET_MS) saidAt.delete(message);
      saidAt.set(error.message, now());
      write(`${error.message}\n`);
    }
  };
}
