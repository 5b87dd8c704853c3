import { judgeCreated } from '../../checks/create/creations.ts';
import { at, isObject } from '../../oracle/json.ts';
import { minimalObject, inTurn, resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Json, Rule } from '../rule.ts';
import { createAndRead, CREATES } from './create-and-read.ts';

/** At least one value is empty. No other rule sends such values, so a server that loses them fails here alone. */
const DATA = [{ empty: '' }, { empty: '', full: 'eA==' }];

export const rule: Rule = {
  id: 'create/empty-values-of-secrets-are-kept',
  level: 'must',
  title: 'An empty value of a Secret is shown as it was sent, wherever the object is shown.',
  cites: ['what-the-service-does.desired-state'],
  operations: CREATES.filter((operation) => resourceOf(operation).kind === 'Secret'),
  cases: (operation) => {
    const resource = resourceOf(operation);
    return inTurn(...DATA).map((data) =>
      createAndRead(stepsOn(resource), { ...minimalObject(resource, '{{a}}'), data }),
    );
  },
  check,
};

function check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const shown: readonly (Json | undefined)[] = choices['secret.empty-values'] === 'kept' ? [''] : ['', null];
  return judgeCreated(history, function* ({ creation, object }) {
    const data = creation.exchange.call.resource.kind === 'Secret' ? at(creation.sent, 'data') : undefined;
    if (!isObject(data)) return;
    for (const [key, value] of Object.entries(data)) {
      if (value !== '') continue;
      const actual = at(object, 'data', key);
      yield {
        shape: 'an empty value',
        path: 'data.*',
        expected: 'an empty text, as it was sent',
        actual,
        holds: shown.includes(actual),
      };
    }
  });
}
