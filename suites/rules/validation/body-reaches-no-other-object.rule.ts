import { judgeNoTrace } from '../../checks/no-trace.ts';
import { fc, resourceOf } from '../cases.ts';
import { rejected, succeeded } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { foreignNames, inAnotherNamespace, ofAnotherName } from './foreign-names.ts';
import { WRITES_OF_OBJECTS } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/body-reaches-no-other-object',
  level: 'must',
  impact: 'data',
  negative: true,
  title:
    'A create or PUT whose body has the name or the namespace of another object than its path leaves that object alone, and does not create it.',
  cites: ['parameters.path.name', 'parameters.path.namespace', 'what-the-service-does.namespaced-paths'],
  operations: WRITES_OF_OBJECTS.filter((operation) => resourceOf(operation).namespaced || operation.verb !== 'create'),
  needs: ['create', 'get', 'list'],
  cases: (operation) =>
    fc
      .tuple(
        ...(resourceOf(operation).namespaced ? [inAnotherNamespace(operation)] : []),
        ...(operation.verb === 'create'
          ? []
          : [
              ofAnotherName(operation, ['{{b}}', '{{bb}}'], true),
              ofAnotherName(operation, ['{{c}}', '{{cc}}'], false),
            ]),
      )
      .map((programs) => programs.flat()),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, member, what, inBody } of foreignNames(history))
    if (succeeded(exchange) || rejected(exchange))
      yield* judgeNoTrace(history, { exchange, key: inBody, what, shape: `the ${member} of the body` });
}
