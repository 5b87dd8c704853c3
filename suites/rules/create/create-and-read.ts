import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import type { Program, Template } from '../../program/program.ts';
import type { Extra, Steps } from '../steps.ts';

export const CREATES: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'create');

/** Creates the object, under the name `{{a}}` where no other is said, and looks at it in every way that shows it: its answer, a get, a list and a watch. */
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
