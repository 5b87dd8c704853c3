/** Narrower terminals wrap lines: shorter texts would say nothing. */
const LEAST_COLUMNS = 60;

/** Width of the terminal that shows the standard output; `undefined` in a pipe, or if the terminal does not know it. */
export function terminalColumns(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? Math.max(LEAST_COLUMNS, columns) : undefined;
}

/** Whether the standard output shows colours. */
export function hasColours(): boolean {
  // A pipe has no `isTTY` at all.
  return (process.stdout.isTTY as boolean | undefined) === true && process.env['NO_COLOR'] === undefined;
}
