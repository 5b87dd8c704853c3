/**
 * After so many vain waits, a case waits for each further event a fifth of the full time at most. A case opens a dozen
 * watches or more, and if its object is gone, the full time for each of them would be minutes.
 */
const MOST_IN_VAIN = 2;
const SHORTENED_BY = 5;

/**
 * How long a case waits for an event, in milliseconds. `learnedMs`: what suffices by experience with this server.
 * `inVain`: how often the case has waited in vain.
 *
 *     learned 1,000, full 10,000, in vain 0   ->   1,000
 *     learned 10,000, full 10,000, in vain 2  ->   2,000
 */
export function eventWait(learnedMs: number, fullMs: number, inVain: number): number {
  return inVain < MOST_IN_VAIN ? learnedMs : Math.min(learnedMs, fullMs / SHORTENED_BY);
}
