/** Writes a line for the user. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line about what went wrong, or about what the user should know beside the result. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
