import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { statusOf } from '../../generators/statuses.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn, edited } from '../cases.ts';
import { callsOf, sent } from '../judging.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'validation/body-cannot-name-another-object',
  level: 'should',
  negative: true,
  title:
    'A PUT of an object or of its status whose body names another object than its path is refused, and neither object is changed or created.',
  cites: ['parameters.path.name', 'object-metadata.name.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'replace' || verb === 'replaceStatus'),
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const renamed: readonly Edit[] = [
      { set: '/metadata/name', to: '{{ab}}' },
      { set: '/metadata/labels/renamed', to: 'yes' },
    ];
    const read: Program = [on.get('{{a}}'), on.get('{{ab}}'), on.list()];
    // The client sets its own status, because a controller may write the same status to both objects.
    const edits =
      operation.verb === 'replace'
        ? fc.constant(renamed)
        : statusOf(on.resource).map((status): readonly Edit[] => [...renamed, { set: '/status', to: status }]);
    return fc
      .tuple(inTurn<Program>([], [on.create(minimalObject(on.maker, '{{ab}}'))]), edits)
      .map(([other, changes]) => {
        const body = edited('read', changes);
        return [
          on.list(),
          on.create(minimalObject(on.maker, '{{a}}')),
          ...other,
          on.get('{{a}}', { as: 'read' }),
          operation.verb === 'replace' ? on.replace('{{a}}', body) : on.replaceStatus('{{a}}', body),
          ...read,
        ];
      });
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace', 'replaceStatus')) {
    const { resource, namespace, name = '' } = exchange.call;
    const named = textAt(sent(exchange), 'metadata', 'name') ?? '';
    const [inPath, inBody] = [keyOf(resource, namespace, name), keyOf(resource, namespace, named)];
    if (named === '' || named === name || !observed.surelyExists(inPath, exchange.began)) continue;
    const what = 'a replace whose body has another name than its path';
    yield* judgeRefusal(history, { exchange, key: inPath, what, shape: 'the object of the path' });
    yield* judgeRefusal(history, { exchange, key: inBody, what, shape: 'the object that the body names' });
  }
}
