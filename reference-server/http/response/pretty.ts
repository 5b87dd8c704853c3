import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Query } from '../query.ts';

/** How people's own clients name themselves, whose answers are for reading. */
const FOR_PEOPLE = /^(?:curl|Wget|Mozilla\/5\.0)/;

/** Whether an answer is to be indented; in some dialects also for clients that did not say, but are known for being read by people. */
export function asksForPretty(query: Query, userAgent: string | undefined, choices: DialectChoices): boolean {
  const asked = query.text('pretty');
  if (asked !== '') return ['true', '1', 't'].includes(asked);
  return choices['parameters.pretty'] === 'browsers-too' && FOR_PEOPLE.test(userAgent ?? '');
}
