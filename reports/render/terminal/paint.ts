import pc from 'picocolors';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';

/** How verdicts look on a terminal. Without colour every verdict still has its own mark. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly verdict: (verdict: Verdict, text: string) => string;
}

/** Colours only where the output is a terminal that wants them (NO_COLOR is honoured). */
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
