import type { Exchange, History } from '../oracle/history.ts';
import type { Finding } from './finding.ts';

/** Those findings that are about chosen exchanges of the history. Without such an exchange nothing is judged. */
export function* findingsAbout(
  history: History,
  isChosen: (exchange: Exchange) => boolean,
  findings: Iterable<Finding>,
): Iterable<Finding> {
  const chosen = new Set(history.exchanges.filter(isChosen).map(({ id }) => id));
  if (chosen.size === 0) return;
  for (const finding of findings) if (chosen.has(finding.exchange)) yield finding;
}
