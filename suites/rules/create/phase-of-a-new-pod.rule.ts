import { appearances } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { fc, operationsOf } from '../cases.ts';
import { observed, show } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited } from './default-cases.ts';

export const rule: Rule = {
  id: 'create/phase-of-a-new-pod',
  level: 'silent',
  title: 'This rule reports the phase of a new pod.',
  cites: ['states.unshown', 'states.fields'],
  operations: operationsOf(['create'], ({ kind }) => kind === 'Pod'),
  cases: (operation) => fc.constant(createEdited(operation, [])),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { creation, object } of appearances(history)) {
    if (creation.exchange.call.resource.kind === 'Pod')
      yield observed(creation.exchange, `a new pod is ${show(textAt(object, 'status', 'phase'))}`);
  }
}
