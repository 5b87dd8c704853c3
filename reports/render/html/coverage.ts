import type { ExercisedOperation, Report, ReportedOperation } from '../../../shared/verdict-log/verdict-log.ts';
import { lineList } from '../../../shared/page/line-list.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { type ContractExercise, exerciseOf } from '../../tally/exercise.ts';
import { counted } from '../../../shared/counted.ts';
import { linkTo } from './links.ts';
import { SIGNS } from '../verdict-signs.ts';

/** How much of the API the run exercised, in words, and every operation with its figures. */
export function coverage(report: Report): Markup {
  const exercise = exerciseOf(report);
  return markup`<section aria-labelledby="coverage"><h2 id="coverage">How much this run covers</h2>
${exercise !== undefined && markup`<dl class="meters">${meters(exercise)}</dl>${gaps(exercise)}`}${operations(report)}</section>`;
}

interface Meter {
  readonly some: number;
  readonly all: number;
  /** The unit of the figures, and their meaning. */
  readonly things: string;
  readonly meaning: string;
}

function meters({ clauses, operations: { of, accepted, refused, concurrent, writes } }: ContractExercise): Markup[] {
  const things = 'operations of the API';
  return [
    meter({ some: clauses.judged, all: clauses.of, things: 'demands of the document', meaning: 'came to a verdict' }),
    meter({ some: accepted, all: of, things, meaning: 'accepted a valid request' }),
    meter({ some: refused, all: of, things, meaning: 'refused a request that they must refuse' }),
    meter({ some: concurrent, all: writes, things: 'writing operations', meaning: 'ran beside another write' }),
  ];
}

function meter({ some, all, things, meaning }: Meter): Markup {
  const share = all === 0 ? 0 : (100 * some) / all;
  return markup`<div><dt><b>${some}</b> of ${all} ${things} ${meaning}</dt>
<dd><span class="meter" role="img" aria-label="${`${share.toFixed(0)} %`}"><span style="width:${share.toFixed(1)}%"></span></span></dd></div>`;
}

function gaps({ gaps: lines }: ContractExercise): Markup {
  if (lines.length === 0) return markup``;
  return markup`<details class="fold"><summary>${counted(lines.length, 'gap')} in the coverage</summary>${lineList('Gaps', lines)}</details>`;
}

function operations({ operations: judged, exercised = [] }: Report): Markup {
  if (judged.length === 0) return markup``;
  const sent = new Map(exercised.map((each) => [each.operation, each]));
  return markup`<details class="fold"><summary>All ${counted(judged.length, 'operation')}</summary><template><div class="scroll table-box" tabindex="0" role="group" aria-label="all operations"><table class="plain"><thead><tr>
<th scope="col">verdict</th><th scope="col">operation</th><th scope="col">cases</th><th scope="col">requests accepted</th><th scope="col">refused</th><th scope="col">beside another write</th></tr></thead>
<tbody>${judged.map((each) => operationRow(each, sent.get(each.operation)))}</tbody></table></div></template></details>`;
}

function operationRow({ operation, verdict, cases }: ReportedOperation, sent: ExercisedOperation | undefined): Markup {
  const figures = sent === undefined ? ['', '', ''] : [sent.accepted, sent.refused, sent.concurrent];
  return markup`<tr><td class="${verdict}"><span class="mark" aria-hidden="true">${SIGNS[verdict]}</span>${verdict}</td><th scope="row"><a href="${linkTo({ operation })}"><code>${operation}</code></a></th><td>${cases}</td>${figures.map((figure) => markup`<td>${figure}</td>`)}</tr>`;
}
