import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { contentOf } from './body-content.ts';

type ExpectedWords = Pick<Violation, 'expected'> & Partial<Pick<Violation, 'transcript' | 'exchanges'>>;

/** A member that must be absent, in rules' texts: `/metadata/annotations/Note nothing`. */
const ABSENT = /^(\/\S*) nothing$/;

/** A field of the request whose value is at issue: `a create with such containers[*].name is refused`. */
const SUCH = /\bsuch ([a-z]\w*(?:(?:\[\*\])?\.\w+|\[\*\])*)/;

/** Longer values are cut. */
const MOST = 120;

/**
 * The required response as a phrase, with the value from the request: `a create with containers[*].name "A b" is
 * refused`.
 */
export function expectedOf({ expected, transcript = [], exchanges = [] }: ExpectedWords): string {
  const [such = '', field] = SUCH.exec(expected) ?? [];
  if (field === undefined) return expected.replace(ABSENT, 'no $1');
  const request = transcript.find((line) => line.kind === 'request' && line.exchange === exchanges[0]);
  if (request?.kind !== 'request') return expected;
  const values = valuesIn(contentOf(request.body), field.replaceAll('[*]', '.*').split('.'));
  const text = [...new Set(values.map((value) => JSON.stringify(value)))].join(' and ');
  return text === '' || text.length > MOST ? expected : expected.replace(such, () => `${field} ${text}`);
}

/** The values at a path that begins at the value, or at the first member below that has it. */
function valuesIn(value: unknown, path: readonly string[]): readonly unknown[] {
  const here = valuesAt(value, path);
  if (here.length > 0 || typeof value !== 'object' || value === null) return here;
  for (const member of Object.values(value)) {
    const below = valuesIn(member, path);
    if (below.length > 0) return below;
  }
  return [];
}

function valuesAt(value: unknown, [member, ...rest]: readonly string[]): readonly unknown[] {
  if (member === undefined) return [value];
  if (member === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return [];
  return valuesAt((value as Record<string, unknown>)[member], rest);
}
