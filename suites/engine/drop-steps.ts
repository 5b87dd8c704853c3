import type { Program } from '../drivers/program.ts';

/**
 * The program with every step left out that it still fails without: halves first, then quarters, down to single steps, as long as `fails`
 * may be asked. A step that lacks what fills its holes is skipped by whoever sends it, so that any selection of steps is a program.
 *
 *     [create a, create b, list, PUT a, get a]   fails by the get after the PUT   ->   [create a, PUT a, get a]
 */
export async function dropSteps(program: Program, fails: (smaller: Program) => Promise<boolean>, mayAsk: () => boolean): Promise<Program> {
  let kept = program;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end: what comes later depends on what comes before, seldom the other way.
    for (let end = kept.length; end > 0 && mayAsk(); end -= size) {
      const smaller = kept.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (smaller.length > 0 && (await fails(smaller))) kept = smaller;
    }
  }
  return kept;
}
