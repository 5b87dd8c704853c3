/** The bar of the request at issue consists of exclamation marks. */
const AT_ISSUE = /\[!/;

/**
 * The most important lines of a timeline, at most `room`, in order: the request at issue, and the nearest before it;
 * omitted lines are counted.
 *
 *     A B C D E! F, room for 3   ->   C D E!
 */
export function deciding(timeline: readonly string[], room: number): readonly string[] {
  if (timeline.length <= room) return timeline;
  const at = timeline.findIndex((line) => AT_ISSUE.test(line));
  const last = at === -1 ? timeline.length : Math.max(at + 1, room);
  const shown = timeline.slice(last - room, last);
  const more = timeline.length - room;
  return shown.map((line, index) => (index === 0 ? `${line}  (${more} more in the HTML report)` : line));
}
