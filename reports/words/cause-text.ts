import type { Likeness } from '../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../causes/cause.ts';
import { counted } from '../../shared/counted.ts';

/** The sentence of a known fault is the title of a cause only if the fault is at least this likely. */
const SURE = 0.75;

/** Whether at least half of the cases end in another way on a server with the known fault: it explains a part at most. */
export function isPartial({ tried }: Likeness): boolean {
  return tried !== undefined && 2 * tried.alike <= tried.cases;
}

/** The bug as a sentence: the known fault if it is likely and explains more than a part, else the failed rule. */
export function bugOf({ like, lead }: Cause): string {
  return like !== undefined && like.confidence >= SURE && !isPartial(like)
    ? like.summary
    : `failed rule: ${lead.rule.title.replace(/\.$/, '')}`;
}

/**
 * The bug as a sentence, with the similar known faults:
 *
 *     a PUT that carries a stale version overwrites (like fault stale-put-accepted, match 97 %, 8 of 9 cases alike)
 *     failed rule: The items of a list ... (perhaps fault list-lacks-one-item, match 43 %)
 *     failed rule: The items of a list ... (in part like fault list-lacks-one-item, 1 of 4 cases alike)
 */
export function titleOf(cause: Cause): string {
  return cause.like === undefined ? bugOf(cause) : `${bugOf(cause)} (${likenessText(cause.like)})`;
}

/**
 * The similar known faults of a cause. A text longer than `room` only counts the least likely faults, and then says
 * nothing about the cases.
 */
export function likenessText(like: Likeness, room = Infinity): string {
  const { or = [], tried } = like;
  const alike = tried === undefined ? '' : `, ${tried.alike} of ${counted(tried.cases, 'case')} alike`;
  const names = [...or.keys(), or.length].toReversed().map((named) => likenessNaming(named, like));
  const texts = [...names.map((text) => `${text}${alike}`), ...names.slice(-1)];
  return texts.find(({ length }) => length <= room) ?? texts.at(-1) ?? '';
}

/** The similar faults, of which the first and `named` others are named. */
function likenessNaming(named: number, like: Likeness): string {
  const { fault, or = [], confidence } = like;
  const more = or.length - named;
  const others = more === 0 ? [] : [counted(more, 'other')];
  const names = `fault ${[fault, ...or.slice(0, named), ...others].join(' or ')}`;
  if (isPartial(like)) return `in part like ${names}`;
  return `${confidence >= SURE ? 'like' : 'perhaps'} ${names}, match ${shareInWords(confidence)}`;
}

/** A probability: `97 %`, or `over 99 %` if it is almost certain. */
export function shareInWords(share: number): string {
  return share > 0.99 ? 'over 99 %' : `${Math.round(100 * share)} %`;
}

/** The share of the failures that the bug explains: `explains 8 of 9 failed rules on 28 operations`. */
export function shareOf({ failures }: Cause, all: readonly Cause[]): string {
  const failed = new Set(all.flatMap((cause) => cause.failures.map(({ rule }) => rule.id))).size;
  const rules = new Set(failures.map(({ rule }) => rule.id)).size;
  const operations = new Set(failures.flatMap(({ violations }) => violations.map(({ operation }) => operation))).size;
  return `explains ${rules} of ${counted(failed, 'failed rule')} on ${counted(operations, 'operation')}`;
}

/** The operations on which the rule of the lead fails: `PUT /api/v1/... and 9 more operations`. `look`: how the operation is written. */
export function placeOf({ lead: { violations } }: Cause, look = (operation: string): string => operation): string {
  const [{ operation }] = violations;
  const others = new Set(violations.map((violation) => violation.operation)).size - 1;
  return `${look(operation)}${others === 0 ? '' : ` and ${counted(others, 'more operation')}`}`;
}
