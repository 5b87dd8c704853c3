import { durationMs } from '../../objects/duration.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A schedule that is not due within so many days is never due: `0 0 30 2 *`. */
const DAYS_AHEAD = 5 * 366;
const NAMES: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
];
const BOUNDS: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];
const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/**
 * The next due time of a valid schedule after a time, both in milliseconds since the epoch and in UTC; `undefined`
 * if there is none.
 * A worked example: `30 8 * * mon-fri` after a Friday at 9:00 is due on Monday at 8:30. If both the day of the month
 * and the day of the week are restricted, either is enough.
 */
export function nextDue(schedule: string, after: number): number | undefined {
  if (schedule.startsWith('@every '))
    return (
      after -
      (after % 1000) +
      Math.max(1000, Math.floor((durationMs(schedule.slice('@every '.length)) ?? 0) / 1000) * 1000)
    );
  const fields = (DESCRIPTORS.get(schedule) ?? schedule).trim().toLowerCase().split(/\s+/);
  const [minutes, hours, days, months, weekdays] = fields.map(valuesOf);
  if (
    minutes === undefined ||
    hours === undefined ||
    days === undefined ||
    months === undefined ||
    weekdays === undefined
  )
    return undefined;
  const isDay = dayTest(fields, days, weekdays);
  const first = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  const midnight = first - (first % DAY_MS);
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const date = new Date(midnight + day * DAY_MS);
    if (!months.has(date.getUTCMonth() + 1) || !isDay(date)) continue;
    const due = timeOn(date.getTime(), first, hours, minutes);
    if (due !== undefined) return due;
  }
  return undefined;
}

function timeOn(
  midnight: number,
  first: number,
  hours: ReadonlySet<number>,
  minutes: ReadonlySet<number>,
): number | undefined {
  for (let minute = Math.max(0, (first - midnight) / MINUTE_MS); minute < 24 * 60; minute += 1) {
    if (hours.has(Math.floor(minute / 60)) && minutes.has(minute % 60)) return midnight + minute * MINUTE_MS;
  }
  return undefined;
}

function dayTest(
  [, , dayField = '*', , weekdayField = '*']: readonly string[],
  days: ReadonlySet<number>,
  weekdays: ReadonlySet<number>,
): (date: Date) => boolean {
  const free = (field: string): boolean => /(?:^|,)[*?]/.test(field);
  const either = !free(dayField) && !free(weekdayField);
  return (date) => {
    const [inMonth, inWeek] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    return either ? inMonth || inWeek : inMonth && inWeek;
  };
}

/** The values that a field allows. */
function valuesOf(field: string, index: number): ReadonlySet<number> {
  const [least = 0, most = 0] = BOUNDS[index] ?? [];
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    const [from = '', to] = range.split('-');
    const first = from === '*' || from === '?' ? least : valueOf(from, index);
    const last =
      from === '*' || from === '?' || (to === undefined && step !== undefined) ? most : valueOf(to ?? from, index);
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

function valueOf(text: string, index: number): number {
  const named = (NAMES[index] ?? []).indexOf(text);
  return named >= 0 ? named : Number(text);
}
