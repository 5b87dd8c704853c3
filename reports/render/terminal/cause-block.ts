import type { Cause } from '../../causes/cause.ts';
import { scriptOf } from '../../script/script-of.ts';
import { actualOf } from '../actual-of.ts';
import { placeOf, shareOf, titleOf } from '../cause-text.ts';
import { MARKS } from '../marks.ts';
import type { Paint } from './paint.ts';

/**
 * The block of one cause, eight lines; a concurrent case adds its requests drawn over time:
 *
 *     ✗ 1  a PUT with a replaced version is stored (like fault stale-put-accepted, 0.97)
 *       impact    data; explains 8 of 9 failed rules on 28 operations
 *       rule      replace/stale-version-is-refused (must)
 *       clause    rules.1: a PUT whose object changed since it was read fails
 *       expected  a refusal of the stale version "7"
 *       actual    200, and the object was overwritten
 *       where     PUT /api/v1/namespaces/{namespace}/pods/{name} and 9 more operations
 *       script    sh plumbline-report/cases/replace--stale-version-is-refused-2a5f40e63c8a-7e7066.sh
 */
export function causeBlock(cause: Cause, all: readonly Cause[], paint: Paint): string {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const [clause] = rule.clauses;
  const script = scriptOf(cause);
  const rows: (readonly [string, string])[] = [
    ['impact', `${cause.impact}; ${shareOf(cause, all)}`],
    ['rule', `${rule.id} (${rule.level})`],
    ...(clause === undefined ? [] : [['clause', `${clause.id}: ${clause.statement}`] as const]),
    ['expected', violation.expected],
    ['actual', actualOf(violation)],
    ['where', placeOf(cause)],
    script === undefined ? ['again', violation.replay] : ['script', `sh ${script.path}`],
    ...(violation.timeline ?? []).map((line, index) => [index === 0 ? 'timeline' : '', line] as const),
  ];
  const head = paint.verdict(
    rule.verdict,
    `${MARKS[rule.verdict]} ${all.indexOf(cause) + 1}  ${paint.bold(titleOf(cause))}`,
  );
  return [head, ...rows.map(([name, text]) => `  ${paint.dim(name.padEnd(8))}  ${text}`)].join('\n');
}
