import type { ClauseSummary, ReportedRule } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';

/** A clause of the document, with its section. */
export function clauseQuote({ id, section, statement }: ClauseSummary): Markup {
  return markup`<figure class="clause"><blockquote>${withCode(statement)}</blockquote><figcaption>Document, “${section}” <code>${id}</code></figcaption></figure>`;
}

/** The suite's reading of an ambiguous document, if the rule rests on one. */
export function readingNote({ reading }: Pick<ReportedRule, 'reading'>): MarkupPart {
  return reading !== undefined && markup`<p>By a reading of the document: ${withCode(reading)}</p>`;
}

/** Renders names between backticks as code. */
function withCode(text: string): MarkupPart[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`));
}
