import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Program, Step } from '../../../program/program.ts';

/** Shorter pauses are omitted, in milliseconds: the steps themselves take as long. */
const LEAST_MS = 3;
/** Maximum total of all pauses of a program, in milliseconds. */
const MOST_MS = 2_000;

/**
 * Adds pauses to a program, so that its requests are about as far apart as in these recorded lines. A violation can
 * depend on the timing, and the target responds faster to a repeated case than to one among others.
 *
 *     [create, watch, patch], sent at 0, 12 and 40 ms   ->   [create, pause 12, watch, pause 28, patch]
 *
 * Concurrent steps keep their own timing. The recording does not show skipped steps, so later pauses may come one
 * step early.
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

/** Whether a step sends a request. */
export function sends({ do: deed }: Step): boolean {
  return deed === 'call' || deed === 'watch' || deed === 'together';
}

function requestsOf(step: Step): number {
  if (step.do === 'together') return step.branches.flat().reduce((sum, each) => sum + requestsOf(each), 0);
  return sends(step) ? 1 : 0;
}
