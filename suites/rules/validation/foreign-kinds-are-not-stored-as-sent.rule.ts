import { RESOURCES } from '../../../spec/surface/resources.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, inTurn, minimalObject, resourceOf } from '../cases.ts';
import { received, responseOf, callsOf, rejected, sent, held, show, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { attempt, WRITES_OF_OBJECTS } from './writing-operations.ts';

export const rule: Rule = {
  id: 'validation/foreign-kinds-are-not-stored-as-sent',
  level: 'must',
  negative: true,
  title:
    'A body that names another kind than its path is refused or read as the kind of the path; it is never shown with the kind that it named.',
  cites: ['resources.kind.1', 'resources.kind.2', 'resources.kind.3'],
  operations: WRITES_OF_OBJECTS,
  cases: (operation) => {
    const resource = resourceOf(operation);
    const others = RESOURCES.filter(({ kind }) => kind !== resource.kind);
    const bare = inTurn('Unheard', ...others.map(({ kind }) => kind)).map((kind) => ({
      ...minimalObject(resource, '{{a}}'),
      kind,
    }));
    return fc
      .oneof(
        bare,
        inTurn(...others).map((other) => minimalObject(other, '{{a}}')),
      )
      .map((body) => attempt(operation, body));
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'replaceStatus')) {
    const [named, { kind }] = [textAt(sent(exchange), 'kind') ?? '', exchange.call.resource];
    if (named === '' || named === kind) continue;
    const response = received(exchange);
    const shown = textAt(response, 'kind');
    if (rejected(exchange)) yield held(exchange, 'refused');
    else if (response === undefined) continue;
    else if (choices['resources.foreign-kind'] === 'refused')
      yield violated(exchange, `a refusal of kind ${show(named)}`, responseOf(exchange), 'accepted');
    else if (shown === kind) yield held(exchange, 'taken as the kind of the path');
    else yield violated(exchange, `a refusal, or kind ${show(kind)}`, `kind ${show(shown)}`, 'another kind is shown');
  }
}
