/** Describes a connection error of the upstream in one line. */
export function unreachableLine(upstream: URL, error: NodeJS.ErrnoException): string {
  const code =
    error.code === undefined || error.code === 'ERR_HTTP_SYNTAX' || error.message.includes(error.code)
      ? ''
      : ` (${error.code})`;
  return `cannot reach the upstream ${upstream.origin}: ${error.message || error.name}${code}`.replaceAll(/\s+/g, ' ');
}
