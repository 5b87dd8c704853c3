import { at } from '../../oracle/json.ts';
import type { Json, Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

/** The largest number in each field: minute, hour, day of the month, month, day of the week (0 to 7). */
const LARGEST = [59, 23, 31, 12, 7];

/** Whether a text is no schedule in any dialect of cron: too few fields, or illegal numbers and letters. */
function isNoSchedule(schedule: Json | undefined): boolean {
  if (typeof schedule !== 'string' || schedule.startsWith('@') || schedule.includes('=')) return false;
  const fields = schedule.trim().split(/\s+/);
  if (fields.length < 5) return true;
  if (fields.length > 5) return false;
  return fields.some(
    (field, index) =>
      (index < 2 && /[a-z]/i.test(field)) ||
      [...field.matchAll(/\d+/g)].some(([digits]) => !field.includes('/') && Number(digits) > (LARGEST[index] ?? 0)),
  );
}

export const rule: Rule = refusalRule(
  'schedule-is-in-cron-format',
  (_, object) => isNoSchedule(at(object, 'spec', 'schedule')),
  8,
);
