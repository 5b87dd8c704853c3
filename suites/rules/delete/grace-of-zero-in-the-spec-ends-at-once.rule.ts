import { optionsOf } from '../../checks/delete/deletes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { callsOf, succeeded, held, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { ON_A_HOST } from './delete-cases.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

export const rule: Rule = {
  id: 'delete/grace-of-zero-in-the-spec-ends-at-once',
  level: 'must',
  title:
    'A pod whose terminationGracePeriodSeconds is 0 is gone once a delete that asks for no other grace is acknowledged, also when it has a host.',
  cites: ['pod-spec.termination-grace-period-seconds.2', 'parameters.delete.grace-period-seconds.3'],
  operations: operationsOf(['delete'], ({ kind }) => DELETION_OF_KIND[kind] === 'after-grace'),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const grace = { set: '/spec/terminationGracePeriodSeconds', to: 0 };
    return fc.constant<Program>(
      [[grace], [grace, ON_A_HOST]].flatMap((edits, index) =>
        // By default a server may orphan the dependants first, which takes its time.
        [{}, { propagationPolicy: 'Background' }].flatMap((body, form) => {
          const name = `{{a}}-${index}-${form}`;
          return [
            on.create({ $edit: minimalObject(on.maker, name), with: edits }),
            on.get(name),
            on.remove(name, { body }),
            on.get(name),
            on.list({ query: OWN_OBJECTS }),
          ];
        }),
      ),
    );
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    const key = keyCalled(exchange);
    const before = observed.lastObservation(key, exchange.began, true);
    const { grace, policy, orphan } = optionsOf(exchange);
    const asks = grace !== undefined || orphan !== undefined || (policy !== undefined && policy !== 'Background');
    if (
      !succeeded(exchange) ||
      asks ||
      before === undefined ||
      DELETION_OF_KIND[key.kind] !== 'after-grace' ||
      !observed.soleWriter(key)
    )
      continue;
    if (
      at(before.content, 'spec', 'terminationGracePeriodSeconds') !== 0 ||
      finalizersOf(before.content).length > 0 ||
      isTerminating(before.content)
    )
      continue;
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      if (seen === undefined || seen.uid !== before.uid)
        yield held(exchange, at(before.content, 'spec', 'nodeName') === undefined ? 'without a host' : 'with a host');
      else if (finalizersOf(seen.content).length === 0)
        yield violated(
          exchange,
          `${key.name} is gone`,
          `it is in ${where}`,
          'a grace of zero in the spec is not heeded',
        );
    }
  }
}
