import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { counted } from '../../../shared/counted.ts';
import { exchangeList } from './exchange-list.ts';
import { referenceDiff } from './reference-diff.ts';
import { type ShownExchange, shownExchanges } from './shown-exchange.ts';
import { isTimed, timeline } from './timeline.ts';

/**
 * The proof of a violation: its exchanges, with a timeline if requests overlapped or a watch was open. `id` is the
 * prefix of the ids in it.
 */
export function evidence(violation: Violation, id: string): Markup {
  const exchanges = shownExchanges(violation.transcript, violation.exchanges);
  if (exchanges.length === 0) return markup`<p class="soft">The log of this run holds no exchange of this case.</p>`;
  return markup`${isTimed(exchanges) && timeline(exchanges, id)}
<details class="exchanges" open><summary>${counted(exchanges.length, 'exchange')}${namedIn(exchanges)}</summary>${exchangeList(exchanges, id, referenceDiff(violation))}</details>`;
}

/** `; number 8 contradicts the rule, together with 2, 5`. */
function namedIn(exchanges: readonly ShownExchange[]): string {
  const wrong = exchanges.find(({ isAtIssue }) => isAtIssue);
  const others = exchanges.filter(({ isInvolved }) => isInvolved).map(({ number }) => number);
  if (wrong === undefined) return '';
  return `; number ${wrong.number} contradicts the rule${others.length > 0 ? `, together with ${others.join(', ')}` : ''}`;
}
