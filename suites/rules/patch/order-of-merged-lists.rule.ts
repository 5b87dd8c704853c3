import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { outcomes } from '../../checks/fresh-reads.ts';
import { mergedOrder } from '../../checks/patch/merged-order.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { nest } from '../../generators/nest.ts';
import { at, isObject, textAt } from '../../oracle/json.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { observed, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Json, Rule } from '../rule.ts';

const NAMES = ['a', 'b', 'c', 'd'];

export const rule: Rule = {
  id: 'patch/order-of-merged-lists',
  level: 'silent',
  title:
    'This rule reports the order in which a strategic merge patch leaves the elements of a merged list; a dialect can require the order of the patch.',
  cites: ['semantics.4.4'],
  operations: operationsOf(['patch'], ({ kind }) => MUTABLE[kind].template !== undefined),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const path = [...(MUTABLE[on.resource.kind].template ?? []), 'spec', 'containers'];
    const naming = (names: readonly string[]) =>
      on.patch(
        '{{a}}',
        nest(
          path,
          names.map((name) => ({ name, image: 'x:1' })),
        ),
        {
          contentType: STRATEGIC_MERGE_PATCH_TYPE,
        },
      );
    const some = fc.shuffledSubarray(NAMES, { minLength: 1 });
    return fc
      .tuple(some, some)
      .map(([first, second]) => [...makeAndRead(on, minimalObject(on.maker, '{{a}}')), naming(first), naming(second)]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const outcome of outcomes(history, 'patch')) {
    const template = MUTABLE[outcome.write.resource.kind].template;
    if (template === undefined || requestType(outcome.exchange) !== STRATEGIC_MERGE_PATCH_TYPE) continue;
    const list = [...template, 'spec', 'containers'];
    const patch = namesAt(at(outcome.exchange.request.body?.value, ...template, 'spec'));
    const [old, now] = [outcome.before, outcome.response].map(({ content }) =>
      namesAt(at(content, ...template, 'spec')),
    );
    if (patch === undefined || old === undefined || now === undefined) continue;
    const expected = mergedOrder(old, patch);
    if (show(expected) === show(now)) yield observed(outcome.exchange, 'the elements keep the order of the patch');
    else if (choices['patch.merged-list-order'] === 'patch-order')
      yield violated(
        outcome.exchange,
        show(expected),
        show(now),
        `the elements of ${list.join('.')} have another order`,
      );
    else yield observed(outcome.exchange, 'the elements have an order of the server');
  }
}

/** The names of containers; `undefined` if a name occurs twice, or if there are directives. */
function namesAt(spec: Json | undefined): string[] | undefined {
  if (!isObject(spec) || '$setElementOrder/containers' in spec) return undefined;
  const containers = at(spec, 'containers');
  if (!Array.isArray(containers) || containers.some((element) => at(element as Json, '$patch') !== undefined))
    return undefined;
  const names = containers.map((element) => textAt(element as Json, 'name') ?? '');
  return new Set(names).size === names.length ? names : undefined;
}
