import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { eachInTurn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { foreignNames, ofAnotherName } from './foreign-names.ts';

export const rule: Rule = {
  id: 'validation/body-cannot-name-another-object',
  level: 'should',
  negative: true,
  title:
    'A PUT of an object or of its status whose body names another object than its path is refused, and neither object is changed or created.',
  cites: ['parameters.path.name', 'object-metadata.name.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'replace' || verb === 'replaceStatus'),
  needs: ['create', 'get', 'list'],
  cases: (operation) =>
    eachInTurn(...[true, false].map((exists) => ofAnotherName(operation, ['{{a}}', '{{ab}}'], exists))),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, member, what, inPath, inBody } of foreignNames(history)) {
    if (member !== 'name' || !observed.surelyExists(inPath, exchange.began)) continue;
    yield* judgeRefusal(history, { exchange, key: inPath, what, shape: 'the object of the path' });
    yield* judgeRefusal(history, { exchange, key: inBody, what, shape: 'the object that the body names' });
  }
}
