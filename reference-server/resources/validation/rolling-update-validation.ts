import { type StatusCauses, invalid, shown } from '../causes.ts';

/** A count of pods, or a percentage: not negative, `[0-9]+%`, and at most 100% if `most` is `whole`. */
export function checkShare(causes: StatusCauses, field: string, value: unknown, most: 'whole' | 'any'): void {
  if (typeof value === 'number') {
    if (value < 0) invalid(causes, field, `${value} is negative`);
    return;
  }
  if (typeof value !== 'string' || !/^\d{1,9}%$/.test(value))
    invalid(causes, field, `${shown(value)} must be a number or a percentage, such as 10%`);
  else if (most === 'whole' && Number.parseInt(value, 10) > 100)
    invalid(causes, field, `${value} is more than all of them`);
}

/** Whether a bound is 0 or 0%. */
export function isNoShare(value: unknown): boolean {
  return value === 0 || (typeof value === 'string' && /^0+%$/.test(value));
}
