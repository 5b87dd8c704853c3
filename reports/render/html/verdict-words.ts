import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { SIGNS } from '../verdict-signs.ts';

/** The meaning of each verdict for the server: the legend of the page. */
export const MEANINGS: Readonly<Record<Verdict, string>> = {
  failed: 'The server broke the rule; the exchanges prove it.',
  broken: 'The fault is in Plumbline and says nothing about the server.',
  inconclusive: 'Too few cases reached the point at which the rule applies.',
  blocked: 'A step that the rule needs failed, so the rule was not judged.',
  deviation: 'The server broke the rule, and the baseline accepts it.',
  passed: 'The rule applied, and the server kept it each time.',
  informational: 'The document leaves this open; the report notes what the server does.',
  unsupported: 'The server does not offer what the rule is about.',
  skipped: 'The options of this run left the rule out, or the traffic never made it apply.',
};

/** The sign of a verdict, with its name for screen readers. */
export function signOf(verdict: Verdict): Markup {
  return markup`<span class="mark ${verdict}" aria-hidden="true">${SIGNS[verdict]}</span><span class="unseen">${verdict}</span>`;
}
