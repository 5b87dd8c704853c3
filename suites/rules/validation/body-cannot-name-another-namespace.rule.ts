import { judgeRefusal } from '../../checks/no-trace.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { callsOf, sent } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { attempt, WRITES_OF_OBJECTS } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/body-cannot-name-another-namespace',
  level: 'should',
  negative: true,
  title: 'A body that names another namespace than its path is refused, and nothing is created or changed in either.',
  cites: ['parameters.path.namespace', 'object-metadata.namespace.1', 'what-the-service-does.namespaced-paths'],
  operations: WRITES_OF_OBJECTS.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const [on, far] = [stepsOn(resourceOf(operation)), stepsOn(resourceOf(operation), 'ns2')];
    const elsewhere = {
      $edit: minimalObject(on.resource, '{{a}}'),
      with: [{ set: '/metadata/namespace', to: { $from: 'far', at: '/metadata/namespace' } }],
    };
    return fc.constant([
      far.create(minimalObject(far.maker, '{{z}}'), { as: 'far' }),
      far.list(),
      ...attempt(operation, elsewhere),
      far.get('{{a}}'),
      far.list(),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'replaceStatus')) {
    const { resource, namespace, name } = exchange.call;
    const [sentName, sentNamespace] = [
      textAt(sent(exchange), 'metadata', 'name') ?? '',
      textAt(sent(exchange), 'metadata', 'namespace') ?? '',
    ];
    if (namespace === undefined || sentNamespace === '' || sentNamespace === namespace) continue;
    const what = `a ${exchange.call.verb} whose body has another namespace than its path`;
    yield* judgeRefusal(history, {
      exchange,
      key: keyOf(resource, namespace, name ?? sentName),
      what,
      shape: 'the namespace of the path',
    });
    yield* judgeRefusal(history, {
      exchange,
      key: keyOf(resource, sentNamespace, name ?? sentName),
      what,
      shape: 'the namespace that the body names',
    });
  }
}
