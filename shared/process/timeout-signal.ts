/**
 * A signal that aborts with another one, or after that many milliseconds. Its timer keeps it alive: node collects the
 * sources of `AbortSignal.any` before they abort.
 */
export function withTimeout(signal: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = setTimeout(end, ms).unref();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return over.signal;
}
