/** The bar of the request at issue consists of exclamation marks. */
const AT_ISSUE = /\[!/;

/** The versions that a text names: `version "7"`, `at version 9`. */
const VERSIONS = /\bversion "?(\d+)/g;

/**
 * The most important lines of a timeline, at most `room`, in order: the request at issue, those with a version that the
 * evidence names, and the nearest before it; omitted lines are counted.
 *
 *     A B C D E! F, room for 3                  ->   C D E!
 *     A B C D E! F, room for 3, evidence of A   ->   A D E!
 */
export function deciding(timeline: readonly string[], room: number, evidence = ''): readonly string[] {
  if (timeline.length <= room) return timeline;
  const found = timeline.findIndex((line) => AT_ISSUE.test(line));
  const at = found === -1 ? timeline.length - 1 : found;
  const named = new Set(versionsIn(evidence));
  const weightOf = (index: number): number => {
    const isNamed = versionsIn(timeline[index] ?? '').some((version) => named.has(version));
    if (index === at) return 0;
    return (index < at ? at - index : timeline.length + index) + (isNamed ? 0 : 2 * timeline.length);
  };
  const shown = timeline
    .map((_, index) => index)
    .toSorted((a, b) => weightOf(a) - weightOf(b))
    .slice(0, room)
    .toSorted((a, b) => a - b);
  const more = timeline.length - room;
  return shown.map((index, place) => `${timeline[index]}${place === 0 ? `  (${more} more in the HTML report)` : ''}`);
}

function versionsIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(VERSIONS)].map(([, version]) => version);
}
