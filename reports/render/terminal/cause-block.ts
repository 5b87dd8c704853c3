import {
  causeLines,
  type CauseRow,
  isTitleOneLine,
  rowRoom,
  shortened,
} from '../../../shared/verdict-log/cause-block.ts';
import type { Cause } from '../../causes/cause.ts';
import { again } from '../../script/again.ts';
import { actualOf } from '../../words/actual-of.ts';
import { HARM } from '../../../shared/verdict-log/impact.ts';
import { bugOf, likenessText, placeOf, shareOf, titleOf } from '../../words/cause-text.ts';
import { clauseOf } from '../../words/clause-of.ts';
import { expectedOf } from '../../words/expected-of.ts';
import { deciding } from './deciding.ts';
import type { Paint } from './paint.ts';

/** Maximum lines of a block. */
const MOST = 8;

/**
 * The block of one cause, at most eight lines:
 *
 *     ✗ 1  a PUT that carries a stale version overwrites (like fault stale-put-accepted, match 97 %)
 *       impact    data: acknowledged changes are lost or undone; explains 8 of 9 failed rules on 28 operations
 *       rule      replace/stale-version-is-refused (must)
 *       clause    rules.1: a PUT whose object changed since it was read fails
 *       expected  a refusal of the stale version "7"
 *       actual    200 OK; sent with version "7", stored as version "9"
 *       where     PUT /api/v1/namespaces/{namespace}/pods/{name} and 9 more operations
 *       script    TARGET=http://127.0.0.1:8080 sh plumbline-report/cases/replace--stale-version-is-refused-2a5f40e63c8a-7e7066.sh
 *
 * If the title does not fit in a line of the terminal, the known faults take a row of their own, and `rule` names the
 * impact. The requests of a concurrent case, drawn over time, take the places of `impact` and `where`, and that of the
 * clause if there is no room for both.
 */
export function causeBlock(cause: Cause, all: readonly Cause[], target: string, paint: Paint): string {
  const {
    lead: {
      rule,
      violations: [{ timeline }],
    },
    like,
  } = cause;
  const { columns, dim } = paint;
  const number = all.indexOf(cause) + 1;
  const isShort = like === undefined || isTitleOneLine(number, titleOf(cause), columns);
  const faults: readonly CauseRow[] = isShort ? [] : [['', likenessText(like, rowRoom(columns))]];
  const room = MOST - 2 - faults.length;
  const rows = timeline === undefined ? sequential(cause, all, room, columns) : concurrent(cause, all, timeline, room);
  return causeLines(number, isShort ? titleOf(cause) : bugOf(cause), [...faults, ...rows, again(cause, target)], {
    head: (text) => paint.verdict(rule.verdict, text),
    title: paint.bold,
    name: dim,
    ...(columns === undefined ? {} : { columns }),
  }).join('\n');
}

function sequential(cause: Cause, all: readonly Cause[], room: number, columns: number | undefined): CauseRow[] {
  const { id, level } = cause.lead.rule;
  const rest: readonly CauseRow[] = [...clauseRow(cause), ...evidence(cause), ['where', shortPlaceOf(cause, columns)]];
  return rest.length + 2 > room
    ? [['rule', `${id} (${level}, impact ${cause.impact}); ${shareOf(cause, all)}`], ...rest]
    : [['impact', impactOf(cause, all, columns)], ['rule', `${id} (${level})`], ...rest];
}

function concurrent(cause: Cause, all: readonly Cause[], timeline: readonly string[], room: number): CauseRow[] {
  const { id, level } = cause.lead.rule;
  const facts = `${id} (${level}, impact ${cause.impact}) on ${placeOf(cause)}; ${shareOf(cause, all)}`;
  const clause = clauseRow(cause);
  const proof = evidence(cause);
  const left = room - proof.length - 1;
  const drawn = deciding(timeline, left, proof.map(([, text]) => text).join('\n'));
  return [
    ['rule', facts],
    ...(clause.length + drawn.length <= left ? clause : []),
    ...proof,
    ...drawn.map((line, index): CauseRow => [index === 0 ? 'requests' : '', line]),
  ];
}

function clauseRow({ lead: { rule, violations } }: Cause): CauseRow[] {
  const clause = clauseOf(rule, violations[0]);
  return clause === undefined ? [] : [['clause', `${clause.id}: ${clause.statement}`]];
}

/** The operations on which the rule fails: a terminal shortens the first one and keeps the number of the others. */
function shortPlaceOf(cause: Cause, columns: number | undefined): string {
  const others = placeOf(cause, () => '').length;
  return placeOf(cause, (operation) => shortened(operation, rowRoom(columns) - others));
}

/** The harm in words, unless they do not fit in a line of the terminal. */
function impactOf(cause: Cause, all: readonly Cause[], columns: number | undefined): string {
  const share = shareOf(cause, all);
  const text = `${cause.impact}: ${HARM[cause.impact]}; ${share}`;
  return text.length <= rowRoom(columns) ? text : `${cause.impact}; ${share}`;
}

function evidence({ lead: { violations } }: Cause): CauseRow[] {
  return [
    ['expected', expectedOf(violations[0])],
    ['actual', actualOf(violations[0])],
  ];
}
