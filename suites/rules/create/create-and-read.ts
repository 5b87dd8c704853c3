import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { Extra, Steps } from '../cases.ts';
import type { Operation, Program, Template } from '../rule.ts';

export const CREATES: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'create');

/** Creates the object, by default as `{{a}}`, and reads it in every way: the response, a get, a list and a watch. */
export function createAndRead(
  on: Steps,
  body: Template,
  { name = '{{a}}', ...extra }: Extra & { readonly name?: string } = {},
): Program {
  return [
    on.watchList('seen'),
    on.createHere(body, { as: 'made', ...extra }),
    on.get(name),
    on.list(),
    { do: 'await', watch: 'seen', until: { object: name } },
  ];
}
