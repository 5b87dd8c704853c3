import { constant } from 'fast-check';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { observed, show, violated } from '../../checks/findings.ts';
import { outcomes } from '../../checks/looks.ts';
import { mediaTypeOf } from '../../checks/patch/patched.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { nest } from '../../generators/nest.ts';
import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { at, textAt } from '../../oracle/json.ts';
import { worldOf } from '../../oracle/world.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { makeAndRead } from '../write-and-look.ts';

export const rule: Rule = {
  id: 'patch/order-of-merged-lists',
  level: 'silent',
  title: 'Where a merged list has the elements that a strategic merge patch adds.',
  cites: ['semantics.4.4'],
  operations: operationsOf(['patch'], ({ kind }) => MUTABLE[kind].template !== undefined),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const path = [...(MUTABLE[on.resource.kind].template ?? []), 'spec', 'containers'];
    const added = [
      { name: 'added-a', image: 'x:1' },
      { name: 'added-b', image: 'x:1' },
    ];
    return constant([
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      on.patch('{{a}}', nest(path, added), { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { answers }: CheckContext): Iterable<Finding> {
  for (const outcome of outcomes(history, worldOf(history), 'patch')) {
    const template = MUTABLE[outcome.write.resource.kind].template;
    if (template === undefined || mediaTypeOf(outcome) !== STRATEGIC_MERGE_PATCH_TYPE) continue;
    const list = [...template, 'spec', 'containers'];
    const [old, now] = [outcome.before, outcome.answer].map(({ content }) => namesAt(at(content, ...list)));
    const added = (now ?? []).filter((name) => !(old ?? []).includes(name));
    // A patch that names elements which were there places the new ones by them.
    if (
      added.length === 0 ||
      namesAt(at(outcome.exchange.request.body?.value, ...list)).some((name) => !added.includes(name))
    )
      continue;
    const first = now?.[0] === added[0];
    if (!first && answers['patch.merged-list-order'] === 'patch-order')
      yield violated(
        outcome.exchange,
        `${show(added[0])} first`,
        `${show(now?.[0])} first`,
        'new elements do not come first',
      );
    else yield observed(outcome.exchange, first ? 'new elements come first' : 'new elements come last or between');
  }
}

function namesAt(list: Json | undefined): string[] {
  return Array.isArray(list) ? (list as readonly Json[]).map((element) => textAt(element, 'name') ?? '') : [];
}
