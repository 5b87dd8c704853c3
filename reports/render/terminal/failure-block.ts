import type { ShownViolation } from '../../tally/informative.ts';
import type { Paint } from './paint.ts';
import { actualOf } from '../actual-of.ts';
import { MARKS } from '../marks.ts';

/**
 * The five-line block of a failure: rule and level, clause, expected, actual, and how to see it again.
 *
 *     ✗ replace/stale-version-is-refused (must)  on PUT /api/v1/namespaces/{namespace}/pods/{name}
 *       clause    rules.1: a PUT whose object changed since it was read fails
 *       expected  a refusal of the stale version "7"
 *       actual    200, and the object was overwritten
 *       again     curl ...
 *                 pnpm conformance --target http://127.0.0.1:8001 --replay plumbline-report/cases/....json
 *       timeline  of a concurrent case: its requests drawn over time
 */
export function failureBlock({ rule, violation }: ShownViolation, paint: Paint): string {
  const [clause] = rule.clauses;
  const head = `${paint.verdict(rule.verdict, `${MARKS[rule.verdict]} ${paint.bold(rule.id)}`)} (${rule.level})  on ${violation.operation}`;
  const rows: (readonly [string, string])[] = [
    ['clause', clause === undefined ? '' : `${clause.id}: ${clause.statement}`],
    ['expected', violation.expected],
    ['actual', actualOf(violation)],
    ...again(violation).map((command, index): readonly [string, string] => [index === 0 ? 'again' : '', command]),
  ];
  for (const [index, line] of (violation.timeline ?? []).entries()) rows.push([index === 0 ? 'timeline' : '', line]);
  return [head, ...rows.map(([name, text]) => `  ${paint.dim(name.padEnd(8))}  ${text}`)].join('\n');
}

/** A command of more characters fills a terminal and says nothing: the other reports have it. */
const LONGEST_COMMAND = 2_000;

function again({ curl, replay }: ShownViolation['violation']): string[] {
  return [...curl.slice(-1).filter((command) => command.length <= LONGEST_COMMAND), replay];
}
