import { judgeRefusal } from '../../checks/no-trace.ts';
import { resourceOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { foreignNames, inAnotherNamespace } from './foreign-names.ts';
import { WRITES_OF_OBJECTS } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/body-cannot-name-another-namespace',
  level: 'should',
  negative: true,
  title: 'A body that names another namespace than its path is refused, and nothing is created or changed in either.',
  cites: ['parameters.path.namespace', 'object-metadata.namespace.1', 'what-the-service-does.namespaced-paths'],
  operations: WRITES_OF_OBJECTS.filter((operation) => resourceOf(operation).namespaced),
  needs: ['create', 'get', 'list'],
  cases: inAnotherNamespace,
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, member, what, inPath, inBody } of foreignNames(history)) {
    if (member !== 'namespace') continue;
    yield* judgeRefusal(history, { exchange, key: inPath, what, shape: 'the namespace of the path' });
    yield* judgeRefusal(history, { exchange, key: inBody, what, shape: 'the namespace that the body names' });
  }
}
