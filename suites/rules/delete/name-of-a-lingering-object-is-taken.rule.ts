import { otherWrites } from '../../checks/other-writes.ts';
import { ownFinalizers } from '../../checks/delete/own-finalizers.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, succeeded, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { heldObject, release } from '../held-object.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

export const rule: Rule = {
  id: 'delete/name-of-a-lingering-object-is-taken',
  level: 'must',
  negative: true,
  title: 'While an object is terminating, a create under its name is refused and the object stays as it is.',
  cites: ['semantics.6.1', 'what-the-service-does.namespaces', 'object-metadata.name.1'],
  // The rule judges the response to the create.
  operations: operationsOf(['create'], ({ namespaced }) => namespaced),
  needs: ['get', 'delete', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(heldObject(on, '{{a}}')),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      on.createHere(minimalObject(on.resource, '{{a}}')),
      on.get('{{a}}'),
      release(on, '{{a}}'),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const key = keyCalled(exchange);
    const before = observed.lastObservation(key, exchange.began, true);
    // At any time a grace period may end, or a controller may remove its own finalizer.
    const isHeld = before !== undefined && isTerminating(before.content) && ownFinalizers(observed, before).length > 0;
    if (!isHeld || (!succeeded(exchange) && !observed.surelyExists(key, exchange.ended))) continue;
    const [read] = freshReadsAfter(history, observed, key, exchange);
    if (
      read === undefined ||
      !observed.soleWriter(key) ||
      otherWrites(observed, key, exchange, before.began).some(({ outcome }) => outcome !== 'refused')
    )
      continue;
    if (read.seen !== undefined && read.seen.uid !== before.uid)
      yield violated(
        exchange,
        `${key.name} is the object that was deleted and is terminating`,
        `another one in ${read.where}`,
        'a lingering object is replaced',
      );
    else
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: `a create under the name of ${key.name}, which is terminating,`,
        shape: 'a lingering object',
      });
  }
}
