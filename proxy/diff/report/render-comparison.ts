import { counted } from '../../../shared/counted.ts';
import { typedCommand } from '../../../shared/process/command-name.ts';
import { type CauseFormat, causeLines, type CauseRow } from '../../../shared/verdict-log/cause-block.ts';
import { inWords } from '../causes/accepted-differences.ts';
import { titleOf } from './title-of.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { type DifferenceReport, extentOf, type ReportedDifference, unaccepted } from './difference-report.ts';
import { footnotesOf } from './footnotes.ts';

/** The most exchanges that the text names for a cause, and for its consequences. */
const SHOWN = 12;
/** The most causes that the text shows, and the most accepted ones. */
const SHOWN_CAUSES = 5;

/** The look of a comparison on a terminal; plain text by default. */
export interface ComparisonLook extends CauseFormat {
  readonly good: (text: string) => string;
  readonly dim: (text: string) => string;
}

const plain = (text: string): string => text;
const PLAIN: ComparisonLook = { head: plain, title: plain, name: plain, good: plain, dim: plain };

export interface TextOptions {
  readonly look?: ComparisonLook;
  /** The page that shows every cause, if one is written. */
  readonly page?: string;
}

/**
 * A comparison as text: the verdict, the first causes in the format of every command that prints causes, the accepted
 * ones, and last the notes about what was left out.
 */
export function renderText(report: DifferenceReport, { look = PLAIN, page }: TextOptions = {}): string {
  const causes = unaccepted(report);
  const all = extentOf(report).differences;
  const verdict = causes.length === 0 ? look.good(`✓ ${summaryOf(report)}`) : look.head(`✗ ${summaryOf(report)}`);
  const blocks = causes
    .slice(0, SHOWN_CAUSES)
    .map((cause, index) => causeLines(index + 1, titleOf(cause), causeRows(cause, all), look).join('\n'));
  const more = causes.length - SHOWN_CAUSES;
  const parts = [
    verdict,
    ...blocks,
    more > 0
      ? look.dim(`${counted(more, 'more cause')}: ${page ?? 'add --html FILE for a page with all of them'}`)
      : '',
    acceptedLines(report, look).join('\n'),
    footnotesOf(report).map(look.dim).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function acceptedLines({ causes }: DifferenceReport, { dim }: ComparisonLook): string[] {
  const lines = causes.flatMap(({ fingerprint, accepted, ...cause }) =>
    accepted === undefined ? [] : [`~ accepted  ${inWords(cause)} (cause ${fingerprint}): ${accepted}`],
  );
  const more = lines.length - SHOWN_CAUSES;
  return [...lines.slice(0, SHOWN_CAUSES), ...(more > 0 ? [dim(`and ${more} more accepted`)] : [])];
}

/** A comparison as one JSON document. */
export function renderJson(report: DifferenceReport): string {
  const causes = report.causes.map((cause) => ({
    ...cause,
    differences: cause.differences.map(withoutValues),
    cascades: cause.cascades.map(withoutValues),
  }));
  return JSON.stringify({ schemaVersion: 2, same: unaccepted(report).length === 0, ...report, causes }, undefined, 2);
}

/** A comparison as a page of Markdown, as for the summary of a CI job. */
export function renderMarkdown(report: DifferenceReport): string {
  const lines = [
    `# ${summaryOf(report)}`,
    '',
    `- expected: ${code(report.expected)}`,
    `- actual: ${code(report.actual)}`,
  ];
  for (const cause of report.causes) {
    const { fingerprint, differences, cascades, accepted, reproduction } = cause;
    lines.push(
      '',
      `## ${titleOf(cause)}`,
      '',
      `Cause ${code(fingerprint)}${accepted === undefined ? '' : `, accepted: ${accepted}`}`,
      '',
    );
    lines.push('| exchange | place | expected | actual |', '|---|---|---|---|');
    for (const each of differences.slice(0, 10))
      lines.push(
        `| ${each.exchange} ${cell(each.request)} | ${cell(each.place)} | ${cell(each.expected)} | ${cell(each.actual)} |`,
      );
    if (differences.length > 10) lines.push('', `${differences.length - 10} more of the same`);
    if (cascades.length > 0)
      lines.push(
        '',
        `<details><summary>${cascades.length} that follow from it</summary>`,
        '',
        ...cascades.map((each) => `- exchange ${each.exchange} ${code(each.request)}: ${code(each.place)}`),
        '',
        '</details>',
      );
    if (reproduction !== undefined) lines.push('', reproductionLine(reproduction));
  }
  const notes = footnotesOf(report);
  if (notes.length > 0) lines.push('', '## Left out', '', ...notes.map((note) => `- ${note}`));
  return `${lines.join('\n')}\n`;
}

/** `no difference in 14 exchanges`, or the number of differences and their places. */
export function summaryOf(report: DifferenceReport): string {
  const causes = unaccepted(report).length;
  if (causes === 0)
    return `no ${report.causes.length === 0 ? '' : 'new '}difference in ${counted(report.compared, 'exchange')}`;
  const { differences, exchanges } = extentOf(report);
  const found = `${counted(differences, 'difference')} of ${counted(causes, 'cause')} in`;
  if (report.unpaired === 0) return `${found} ${exchanges} of ${counted(report.compared, 'exchange')}`;
  return `${found} ${counted(exchanges, 'exchange')}; ${report.compared} ${report.compared === 1 ? 'was' : 'were'} compared, ${report.unpaired} ${report.unpaired === 1 ? 'has' : 'have'} no counterpart`;
}

/** How much the cause explains, the first difference as evidence, and how to see it again. */
function causeRows({ fingerprint, differences, cascades, reproduction }: ReportedDifference, all: number): CauseRow[] {
  const [first, ...others] = differences;
  const explained = differences.length + cascades.length;
  return [
    ['explains', `${explained} of ${counted(all, 'difference')}`],
    ...(first === undefined ? [] : evidence(first, others)),
    ...(cascades.length === 0
      ? []
      : [['follows', `${counted(cascades.length, 'other difference')}, in ${exchangesOf(cascades)}`] as const]),
    ['baseline', `names this cause ${fingerprint}`],
    ...(reproduction === undefined ? [] : [['again', reproductionLine(reproduction)] as const]),
  ];
}

function evidence(
  { exchange, request, place, kind, expected, actual, note }: TrafficDifference,
  others: readonly TrafficDifference[],
): CauseRow[] {
  const of = place === kind ? '' : `${place} of `;
  const more = others.length === 0 ? '' : `, and ${others.length} more like it, in ${exchangesOf(others)}`;
  return [
    ['expected', expected],
    ['actual', actual],
    ...(note === undefined ? [] : [['', note] as const]),
    ['where', `${of}exchange ${exchange}: ${request}${more}`],
  ];
}

function reproductionLine({ exchanges, recording, cases }: NonNullable<ReportedDifference['reproduction']>): string {
  const again = cases.map((path) => `; ${typedCommand('conformance')} --replay ${path}`).join('');
  return `shown by ${counted(exchanges.length, 'exchange')} (${exchanges.join(', ')}): ${recording}${again}`;
}

function exchangesOf(differences: readonly TrafficDifference[]): string {
  const ids = [...new Set(differences.map(({ exchange }) => exchange))];
  return `exchange${ids.length === 1 ? '' : 's'} ${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', ...' : ''}`;
}

function withoutValues({
  exchange,
  request,
  kind,
  place,
  subject,
  field,
  expected,
  actual,
  note,
}: TrafficDifference): Omit<TrafficDifference, 'values'> {
  return { exchange, request, kind, place, subject, field, expected, actual, ...(note === undefined ? {} : { note }) };
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replace(/\s+/g, ' ')}${fence}`;
}

function cell(text: string): string {
  return code(text).replaceAll('|', '\\|');
}
