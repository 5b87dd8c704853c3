import type { Violation } from '../../fixtures/formats/verdict-log.ts';

/** A member that must be absent, as rules write it: `/metadata/annotations/Note nothing`. */
const ABSENT = /^(\/\S*) nothing$/;

/** The response that the rule asks for, as a phrase. */
export function expectedOf({ expected }: Pick<Violation, 'expected'>): string {
  return expected.replace(ABSENT, 'no $1');
}
