import { judgeRefusal } from '../../checks/no-trace.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, sent } from '../judging.ts';
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
    return again.map((body) => [
      on.createHere(minimalObject(on.resource, '{{a}}')),
      on.watchList('seen'),
      { do: 'await', watch: 'seen', until: { object: '{{a}}' } },
      on.createHere(body),
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const name = textAt(sent(exchange), 'metadata', 'name') ?? '';
    const key = keyOf(exchange.call.resource, exchange.call.namespace, name);
    if (name === '' || !observed.surelyExists(key, exchange.began) || !observed.surelyExists(key, exchange.ended))
      continue;
    yield* judgeRefusal(history, {
      exchange,
      key,
      what: `a create of ${name}, which exists,`,
      shape: 'an existing name',
    });
  }
}
