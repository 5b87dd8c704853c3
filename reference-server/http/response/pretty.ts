import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Query } from '../query.ts';

/** User agents of interactive clients. */
const FOR_PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/** Whether to indent a response; in some dialects also for interactive clients that did not ask. */
export function asksForPretty(query: Query, userAgent: string | undefined, choices: DialectChoices): boolean {
  const asked = query.text('pretty');
  if (asked !== '') return ['true', '1', 't'].includes(asked);
  return choices['parameters.pretty'] === 'browsers-too' && FOR_PEOPLE.test(userAgent ?? '');
}
