import type { CallStep } from '../../program/program.ts';
import { judgeOrphaned } from '../../checks/delete/orphaned.ts';
import { judgeSingleOptions } from '../../checks/delete/single-options.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { dependant, mayOwn, referenceTo } from '../reference-to.ts';
import type { CheckContext, Finding, History, Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, SINGLE_OPTIONS } from './delete-cases.ts';

/** Time in which a garbage collector could wrongly delete dependants, in milliseconds. */
const COLLECT_MS = 200;

export const rule: Rule = {
  id: 'delete/each-option-works-in-the-query',
  level: 'must',
  title: 'A delete obeys each option in its query as in its body; a delete that orphans leaves the dependants.',
  cites: [
    'parameters.delete.grace-period-seconds.1',
    'parameters.delete.grace-period-seconds.2',
    'parameters.delete.orphan-dependents.1',
    'parameters.delete.propagation-policy.1',
  ],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const asInBody = choices['delete.query-options'] === 'as-in-body';
    const taken = SINGLE_OPTIONS.filter((option) => asInBody || !Object.hasOwn(option, 'propagationPolicy'));
    const extra = asInBody ? { body: {} } : { text: '', contentType: '' };
    const branches = taken.map((query, index) =>
      ownerAndDependant(on, `option-${index}`, (name) => on.remove(name, { ...extra, query })),
    );
    const dependants = taken.map((_, index) => on.get(`{{option-${index}-child}}`));
    return fc.constant([{ do: 'together', branches }, { do: 'pause', ms: COLLECT_MS }, ...dependants]);
  },
  check,
  sweep: true,
};

/** Creates an owner and a dependant, deletes the owner, and reads it. */
function ownerAndDependant(on: Steps, as: string, remove: (name: string) => CallStep): Program {
  const [owner, child] = [`{{${as}}}`, `{{${as}-child}}`];
  const references = [referenceTo(on.maker, owner, as)].filter(mayOwn);
  return [
    on.create(minimalObject(on.maker, owner), { as }),
    on.create(dependant(on, child, ...references)),
    on.get(child),
    remove(owner),
    on.get(owner),
  ];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeSingleOptions(history, context.choices, 'query');
  for (const finding of judgeOrphaned(history, context)) if (finding.outcome === 'violated') yield finding;
}
