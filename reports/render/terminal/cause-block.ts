import { causeLines, type CauseRow } from '../../../shared/verdict-log/cause-block.ts';
import type { Cause } from '../../causes/cause.ts';
import { again } from '../../script/again.ts';
import { actualOf } from '../../words/actual-of.ts';
import { HARM } from '../../../shared/verdict-log/impact.ts';
import { placeOf, shareOf, titleOf } from '../../words/cause-text.ts';
import { clauseOf } from '../../words/clause-of.ts';
import { expectedOf } from '../../words/expected-of.ts';
import { deciding } from './deciding.ts';
import type { Paint } from './paint.ts';

/** Maximum lines of a block. */
const MOST = 8;

/**
 * The block of one cause, at most eight lines. The requests of a concurrent case, drawn over time, take the place of
 * the clause:
 *
 *     ✗ 1  a PUT that carries a stale version overwrites (like fault stale-put-accepted, match 97 %)
 *       impact    data: acknowledged changes are lost or undone; explains 8 of 9 failed rules on 28 operations
 *       rule      replace/stale-version-is-refused (must)
 *       clause    rules.1: a PUT whose object changed since it was read fails
 *       expected  a refusal of the stale version "7"
 *       actual    200 OK; sent with version "7", stored as version "9"
 *       where     PUT /api/v1/namespaces/{namespace}/pods/{name} and 9 more operations
 *       script    TARGET=http://127.0.0.1:8080 sh plumbline-report/cases/replace--stale-version-is-refused-2a5f40e63c8a-7e7066.sh
 */
export function causeBlock(cause: Cause, all: readonly Cause[], target: string, paint: Paint): string {
  const { rule, violations } = cause.lead;
  const rows =
    violations[0].timeline === undefined ? sequential(cause, all) : concurrent(cause, all, violations[0].timeline);
  const head = (text: string): string => paint.verdict(rule.verdict, text);
  return causeLines(all.indexOf(cause) + 1, paint.bold(titleOf(cause)), [...rows, again(cause, target)], {
    head,
    name: paint.dim,
  }).join('\n');
}

function sequential(cause: Cause, all: readonly Cause[]): CauseRow[] {
  const { rule, violations } = cause.lead;
  const clause = clauseOf(rule, violations[0]);
  return [
    ['impact', impactOf(cause, all)],
    ['rule', `${rule.id} (${rule.level})`],
    ...(clause === undefined ? [] : [['clause', `${clause.id}: ${clause.statement}`] as const]),
    ...evidence(cause),
    ['where', placeOf(cause)],
  ];
}

function concurrent(cause: Cause, all: readonly Cause[], timeline: readonly string[]): CauseRow[] {
  const { rule } = cause.lead;
  const facts = `${rule.id} (${rule.level}, impact ${cause.impact}) on ${placeOf(cause)}; ${shareOf(cause, all)}`;
  const rows: readonly CauseRow[] = [['rule', facts], ...evidence(cause)];
  const drawn = deciding(timeline, MOST - rows.length - 2);
  return [...rows, ...drawn.map((line, index): CauseRow => [index === 0 ? 'requests' : '', line])];
}

function impactOf(cause: Cause, all: readonly Cause[]): string {
  return `${cause.impact}: ${HARM[cause.impact]}; ${shareOf(cause, all)}`;
}

function evidence({ lead: { violations } }: Cause): CauseRow[] {
  return [
    ['expected', expectedOf(violations[0])],
    ['actual', actualOf(violations[0])],
  ];
}
