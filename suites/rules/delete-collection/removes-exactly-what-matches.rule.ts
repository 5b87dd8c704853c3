import { constant } from 'fast-check';
import { collectionDeletes } from '../../checks/collection-deletes.ts';
import type { Member } from '../../checks/collection-deletes.ts';
import { isHeld, optionsOf, reasonToLinger } from '../../checks/deletes.ts';
import type { DeleteOptions } from '../../checks/deletes.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Look } from '../../checks/looks.ts';
import { looksAfter } from '../../checks/looks.ts';
import type { Program } from '../../drivers/program.ts';
import { eachInTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { many } from '../many.ts';
import { AT_ONCE, resourceOf, stepsOn } from '../steps.ts';
import { OWN } from '../write-and-look.ts';
import { COLLECTION_DELETES, fieldCases, selectorCases, wholeCases } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/removes-exactly-what-matches',
  level: 'must',
  title:
    'A collection delete removes every object of its collection that both selectors match, all of them without selectors, and none that they do not.',
  cites: [
    'rules.4',
    'parameters.delete-collection',
    'parameters.list.label-selector',
    'parameters.list.field-selector',
  ],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list'],
  cases: (operation, answers) => {
    const on = stepsOn(resourceOf(operation));
    const few =
      answers['selectors.field-names'] === 'by-kind'
        ? [selectorCases(on), wholeCases(on)]
        : [selectorCases(on), wholeCases(on), fieldCases(on)];
    return on.resource.id === 'configmaps'
      ? eachInTurn(...few, constant<Program>([many(on), on.removeAll({ body: AT_ONCE, query: OWN }), on.list()]))
      : eachInTurn(...few);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const { exchange, matching, others, shape } of collectionDeletes(history)) {
    for (const member of [...matching, ...others]) {
      const wanted = matching.includes(member);
      for (const look of looksAfter(history, world, member.key, exchange)) {
        const there = isThere(member, look, optionsOf(exchange));
        const { name } = member.key;
        if (wanted && there)
          yield violated(
            exchange,
            `${name} is gone, for the selectors match it`,
            `it is in ${look.where}`,
            `spares what matches: ${shape}`,
          );
        else if (!wanted && look.seen?.uid !== member.before.uid)
          yield violated(
            exchange,
            `${name} is left, for the selectors do not match it`,
            `nothing in ${look.where}`,
            `removes what does not match: ${shape}`,
          );
        else yield held(exchange, `${shape}: ${wanted ? 'removed' : 'left'}`);
      }
    }
  }
}

/** Whether a look shows the object in a way in which nothing that was deleted may be shown. */
function isThere({ before, atOnce }: Member, { seen }: Look, options: DeleteOptions): boolean {
  if (seen === undefined || seen.uid !== before.uid) return false;
  return (atOnce && !isHeld(seen.content, options)) || reasonToLinger(seen.content) === undefined;
}
