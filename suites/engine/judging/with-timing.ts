import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Program, Step } from '../../program/program.ts';

/** Pauses shorter than this are left out, in milliseconds: the steps take as long by themselves. */
const LEAST_MS = 3;
/** All pauses of a program together, in milliseconds. */
const MOST_MS = 2_000;

/**
 * The program with pauses in it, so that its requests go out about as far apart as they did when these lines were recorded. A violation can depend
 * on it, and the target answers a repeated case faster than it did among others.
 *
 *     [create, watch, patch], sent at 0, 12 and 40 ms   ->   [create, pause 12, watch, pause 28, patch]
 *
 * Steps that are done together keep their own timing. The recording does not say which steps were skipped: later pauses then stand a step too early.
 */
export function withTiming(program: Program, lines: readonly HappeningLine[]): Program {
  const times = lines.flatMap((line) => (line.kind === 'request' ? [line.t] : []));
  let next = 0;
  let left = MOST_MS;
  return program.flatMap((step): Step[] => {
    const pause =
      next === 0 || !sends(step) ? 0 : Math.min(left, Math.round((times[next] ?? 0) - (times[next - 1] ?? 0)));
    next += requestsOf(step);
    if (pause < LEAST_MS) return [step];
    left -= pause;
    return [{ do: 'pause', ms: pause }, step];
  });
}

function sends({ do: deed }: Step): boolean {
  return deed === 'call' || deed === 'watch' || deed === 'together';
}

function requestsOf(step: Step): number {
  if (step.do === 'together') return step.branches.flat().reduce((sum, each) => sum + requestsOf(each), 0);
  return sends(step) ? 1 : 0;
}
