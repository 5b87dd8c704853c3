const MIB = 1024 * 1024;

/** The reason why an exchange was cut: `the body is larger than 64 MiB (--max-body)`. `limit` is in bytes. */
export function oversized(part: 'body' | 'stream', limit: number): string {
  const size = limit % MIB === 0 ? `${limit / MIB} MiB` : `${limit} bytes`;
  return `the ${part} is larger than ${size} (--max-body)`;
}
