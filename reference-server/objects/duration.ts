const UNITS: ReadonlyMap<string, number> = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
const DURATION = /^(?:\d{1,15}(?:\.\d{1,15})?(?:ns|us|µs|ms|s|m|h)){1,8}$/;

/** Milliseconds of a duration such as `90s`, `1h30m` or `1.5s`; `undefined` if the text is no duration. */
export function durationMs(duration: string): number | undefined {
  if (!DURATION.test(duration)) return undefined;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS.get(unit ?? '') ?? 0), 0);
}
