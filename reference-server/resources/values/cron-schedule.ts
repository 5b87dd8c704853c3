/**
 * Schedules in cron format: five fields of lists of `*`, numbers or ranges, each with an optional step, or a
 * descriptor.
 *
 *     0,30 8-18 * * mon-fri      every half hour of a working day
 *     @daily    @every 1h30m
 */

interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of the values from `least` on. */
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly CronField[] = [
  { name: 'minute', least: 0, most: 59, names: [] },
  { name: 'hour', least: 0, most: 23, names: [] },
  { name: 'day of the month', least: 1, most: 31, names: [] },
  { name: 'month', least: 1, most: 12, names: MONTHS },
  { name: 'day of the week', least: 0, most: 6, names: DAYS },
];
const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const DURATION = /^(?:\d{1,15}(?:\.\d{1,15})?(?:ns|us|µs|ms|s|m|h)){1,8}$/;
const LONGEST = 1024;

/** The defect of a schedule, as a sentence; `undefined` if it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.length > LONGEST) return `must be ${LONGEST} characters at most`;
  if (schedule.startsWith('@')) return descriptorProblem(schedule);
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== FIELDS.length)
    return `must have ${FIELDS.length} fields, not ${fields.length}: ${FIELDS.map(({ name }) => name).join(', ')}`;
  for (const [index, field] of FIELDS.entries()) {
    const wrong = (fields[index] ?? '').split(',').find((part) => !isPart(part, field));
    if (wrong !== undefined) return `"${wrong}" is no ${field.name}`;
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  if (DESCRIPTORS.includes(descriptor)) return undefined;
  if (descriptor.startsWith('@every ') && DURATION.test(descriptor.slice('@every '.length))) return undefined;
  return `must be one of ${DESCRIPTORS.join(', ')}, @every <duration>`;
}

/** `*`, `?`, a value or a range, and a step. */
function isPart(part: string, field: CronField): boolean {
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !/^0*[1-9]\d{0,5}$/.test(step))) return false;
  if (range === '*' || range === '?') return true;
  const [first = '', last, ...rest] = range.split('-');
  const from = valueOf(first, field);
  const to = last === undefined ? from : valueOf(last, field);
  return rest.length === 0 && from !== undefined && to !== undefined && from <= to;
}

function valueOf(written: string, { least, most, names }: CronField): number | undefined {
  const named = names.indexOf(written.toLowerCase());
  if (named >= 0) return least + named;
  const value = /^\d{1,4}$/.test(written) ? Number(written) : -1;
  return value >= least && value <= most ? value : undefined;
}
