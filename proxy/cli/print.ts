/** Writes a line of the result to stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes an error or a note to stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
