/** Caches the last formatted second: most timestamps are of the current one. */
let last = { second: Number.NaN, text: '' };

/** RFC 3339 in UTC with second precision, the format of all timestamps in objects: `2017-08-01T12:00:00Z`. */
export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== last.second) last = { second, text: `${new Date(milliseconds).toISOString().slice(0, 19)}Z` };
  return last.text;
}
