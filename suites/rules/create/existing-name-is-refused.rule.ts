import { judgeRefusal } from '../../checks/no-trace.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, keyCalled } from '../judging.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/existing-name-is-refused',
  level: 'must',
  negative: true,
  title: 'A create of a name that exists is refused, and the object that has it stays as it is.',
  cites: ['what-the-service-does.namespaces', 'object-metadata.name.1', 'parameters.path.name'],
  operations: CREATES,
  needs: ['get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const again = inTurn(minimalObject(on.resource, '{{a}}'), {
      $edit: minimalObject(on.resource, '{{a}}'),
      with: [{ set: '/metadata/labels', to: { second: 'yes' } }],
    });
    const other = stepsOn(otherGroupVersion(on.resource));
    const inOtherView =
      other.resource === on.resource ? [] : [other.createHere(minimalObject(other.resource, '{{a}}')), on.get('{{a}}')];
    return again.map((body) => [
      on.createHere(minimalObject(on.resource, '{{a}}')),
      on.watchList('seen'),
      { do: 'await', watch: 'seen', until: { object: '{{a}}' } },
      on.createHere(body),
      on.get('{{a}}'),
      ...inOtherView,
      on.list(),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const key = keyCalled(exchange);
    if (key.name === '' || !observed.surelyExists(key, exchange.began) || !observed.surelyExists(key, exchange.ended))
      continue;
    yield* judgeRefusal(history, {
      exchange,
      key,
      what: `a create of ${key.name}, which exists,`,
      shape: 'an existing name',
    });
  }
}
