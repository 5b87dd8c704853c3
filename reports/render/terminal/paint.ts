import pc from 'picocolors';
import { hasColours, terminalColumns } from '../../../shared/process/terminal-columns.ts';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';

/** The look of verdicts on a terminal. Every verdict has its own sign, even without colour. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly verdict: (verdict: Verdict, text: string) => string;
  /** Width of the terminal, to which rows are shortened; absent in a pipe. */
  readonly columns?: number;
}

/** The look of the standard output. */
export function paintForOutput(): Paint {
  const columns = terminalColumns();
  return { ...paintFor(hasColours()), ...(columns === undefined ? {} : { columns }) };
}

/** Colours only if the output is a terminal (NO_COLOR is honoured). */
export function paintFor(colour: boolean): Paint {
  const colours = pc.createColors(colour);
  const hues: Readonly<Record<Verdict, (text: string) => string>> = {
    skipped: colours.dim,
    unsupported: colours.dim,
    informational: colours.cyan,
    passed: colours.green,
    deviation: colours.yellow,
    blocked: colours.magenta,
    inconclusive: colours.yellow,
    failed: colours.red,
    broken: colours.inverse,
  };
  return { bold: colours.bold, dim: colours.dim, verdict: (verdict, text) => hues[verdict](text) };
}
