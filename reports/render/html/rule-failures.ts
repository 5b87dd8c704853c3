import type { ReportedRule, ReportedViolation } from '../../../shared/verdict-log/verdict-log.ts';
import { codeBlock } from '../../../shared/page/code-block.ts';
import { expectedActual } from '../../../shared/page/expected-actual.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import type { Cause } from '../../causes/cause.ts';
import { effortOf } from '../../causes/failures.ts';
import { actualOf } from '../../words/actual-of.ts';
import { counted } from '../../../shared/counted.ts';
import { expectedOf } from '../../words/expected-of.ts';
import { proofWords } from '../../words/proof-words.ts';
import { evidence } from './evidence.ts';
import type { EvidenceRoom } from './evidence-room.ts';
import { inBaseline } from './in-baseline.ts';
import { linkTo } from './links.ts';

/** The failures of one rule: one block for each way in which it failed, with the case that is easiest to follow. */
export function failuresIn(rule: ReportedRule, causes: readonly Cause[], room: EvidenceRoom): Markup[] {
  const prints = [...new Set(rule.violations.map(({ fingerprint }) => fingerprint))];
  return prints.map((fingerprint, index) => {
    const own = rule.violations.filter((violation) => violation.fingerprint === fingerprint);
    const number = causes.findIndex(({ failures }) =>
      failures.some((failure) => failure.rule.id === rule.id && failure.fingerprint === fingerprint),
    );
    const [first, ...others] = own.toSorted((a, b) => effortOf(a) - effortOf(b));
    if (first === undefined) return markup``;
    const isLead = causes[number]?.lead.violations[0] === first;
    const id = `rule-${rule.id.replaceAll(/[^a-z\d-]/g, '_')}-${index}`;
    return failure(first, others, {
      cause: number,
      shown: isLead ? undefined : room.take(() => evidence(first, id)),
      isLead,
    });
  });
}

interface FailureContext {
  /** Index of the cause that explains it; -1 if there is none. */
  readonly cause: number;
  readonly isLead: boolean;
  /** The exchanges of the case; absent if the cause shows them, or if the page has no room for them. */
  readonly shown: Markup | undefined;
}

function failure(
  violation: ReportedViolation,
  others: readonly ReportedViolation[],
  { cause, isLead, shown }: FailureContext,
): Markup {
  const { operation, replay } = violation;
  const link = cause === -1 ? '' : markup`<a href="${linkTo({ cause: cause + 1 })}">Cause ${cause + 1}</a> `;
  const elsewhere = isLead
    ? markup`<p>See the exchanges under <a href="${linkTo({ cause: cause + 1 })}">cause ${cause + 1}</a>.</p>`
    : (shown ?? markup`<p class="soft">This page has no room for more exchanges; report.json has them.</p>`);
  return markup`<div class="failure"><p>${link}on <code>${operation}</code></p>${expectedActual(expectedOf(violation), actualOf(violation))}
${elsewhere}${codeBlock(proofWords(violation).again, replay)}
${others.length === 0 ? '' : markup`<p>It failed in the same way on ${counted(others.length, 'other operation')}: ${others.map((other, index) => markup`${index > 0 && ', '}<a href="${linkTo({ operation: other.operation })}"><code>${other.operation}</code></a>`)}</p>`}
${inBaseline(violation)}</div>`;
}
