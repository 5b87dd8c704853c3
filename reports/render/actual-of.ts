import type { Violation } from '../../fixtures/formats/verdict-log.ts';

/** What was seen instead of what the document asks for, and how often, if the case did not fail each time: `200 (intermittent: 2 of 15)`. */
export function actualOf({ actual, intermittent }: Pick<Violation, 'actual' | 'intermittent'>): string {
  return intermittent === undefined
    ? actual
    : `${actual} (intermittent: ${intermittent.failed} of ${intermittent.sent})`;
}
