import { creationsByKey } from '../../checks/create/creations.ts';
import { differentNames } from '../../generators/names.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf, type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, callsOf, deniesTheObject, succeeded, held, show, violated } from '../judging.ts';
import type { Exchange, Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/created-object-is-shown-by-get',
  level: 'must',
  title: 'Once a create is acknowledged, a get of its name returns the created object.',
  cites: ['what-the-service-does.1', 'what-the-service-does.desired-state'],
  operations: CREATES,
  needs: ['get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(differentNames(3), fc.constantFrom({}, { query: { pretty: 'true' } }))
      .map(([names, extra]) => [
        ...names.map((name) => on.createHere(minimalObject(on.resource, name), extra)),
        ...names.map((name) => on.get(name)),
      ]);
  },
  check,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const made = creationsByKey(history);
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const { resource, namespace, name = '' } = exchange.call;
    // A get with other query parameters may be refused, or return another form.
    if ([...exchange.request.query.keys()].some((parameter) => parameter !== 'pretty')) continue;
    const key = keyOf(resource, namespace, name);
    const creation = made.get(key.id)?.findLast((each) => each.exchange.ended < exchange.began);
    if (
      creation === undefined ||
      !observed.surelyExists(key, exchange.began) ||
      !observed.surelyExists(key, exchange.ended)
    )
      continue;
    const uid = textAt(creation.made, 'metadata', 'uid');
    if (!isItsLastLife(observed, key, creation.exchange, exchange)) continue;
    const shown = textAt(exchange.response?.body?.value, 'metadata', 'uid');
    if (deniesTheObject(exchange))
      yield violated(
        creation.exchange,
        `a get of ${key.name} returns the object`,
        responseOf(exchange),
        'get is refused',
      );
    else if (!succeeded(exchange)) continue;
    else if (shown === uid)
      yield held(creation.exchange, resource.id === creation.exchange.call.resource.id ? 'same path' : 'another view');
    else yield violated(creation.exchange, `uid ${show(uid)} in a get of ${key.name}`, show(shown), 'another uid');
  }
}

/** Whether nothing else can have made the object between that create and the end of the read. */
function isItsLastLife(observed: ObservedState, key: ObjectKey, { began }: Exchange, read: Exchange): boolean {
  return (
    observed.soleWriter(key) &&
    !observed
      .writesTo(key)
      .some(
        (write) =>
          write.verb === 'create' &&
          write.outcome !== 'refused' &&
          write.began < read.ended &&
          write.settled > began &&
          write.exchange.began !== began,
      )
  );
}
