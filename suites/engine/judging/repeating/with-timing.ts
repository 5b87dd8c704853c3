import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Program, Step } from '../../../program/program.ts';

/** Shorter pauses are omitted, in milliseconds: the steps themselves take as long. */
const LEAST_MS = 3;
/** Maximum total of all pauses of a program, in milliseconds. */
const MOST_MS = 2_000;

/** The total of the pauses of a slowed program, and the least pause before each of its requests, in milliseconds. */
const SLOWED_BY_MS = 1_000;
const LEAST_PAUSE_MS = 10;

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

/** Adds a pause before each step that sends requests, except the first: a second or more for several such steps. */
export function slowed(program: Program): Program {
  const requests = program.filter(sends).length;
  const ms = Math.max(LEAST_PAUSE_MS, Math.round(SLOWED_BY_MS / Math.max(1, requests - 1)));
  const first = program.findIndex(sends);
  return program.flatMap((step, index): Step[] =>
    index > first && sends(step) ? [{ do: 'pause', ms }, step] : [step],
  );
}

/** Whether a step sends a request. */
function sends({ do: deed }: Step): boolean {
  return deed === 'call' || deed === 'watch' || deed === 'together';
}

function requestsOf(step: Step): number {
  if (step.do === 'together') return step.branches.flat().reduce((sum, each) => sum + requestsOf(each), 0);
  return sends(step) ? 1 : 0;
}
