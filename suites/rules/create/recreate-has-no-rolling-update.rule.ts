import { judgeCreated } from '../../checks/create/creations.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { at } from '../../oracle/json.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import { sent, show } from '../judging.ts';
import type { Finding, History, Json, Rule, Step } from '../rule.ts';
import { createEdited, createsWithDefault } from './default-cases.ts';

const STRATEGY = ['spec', 'strategy'];

export const rule: Rule = {
  id: 'create/recreate-has-no-rolling-update',
  level: 'must',
  title:
    'A deployment of strategy type Recreate is not given a rollingUpdate, which is present only for RollingUpdate.',
  cites: ['deployment-strategy.rolling-update.1'],
  operations: createsWithDefault([...STRATEGY, 'type']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const strategy = (to: Json): Step => on.patch('{{a}}', { spec: { strategy: to } });
    return fc.constant([
      ...createEdited(operation, [{ set: '/spec/strategy', to: { type: 'Recreate' } }]),
      strategy({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } }),
      strategy({ type: 'Recreate', rollingUpdate: null }),
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeCreated(history, function* ({ creation, object }) {
    if (at(creation.sent, ...STRATEGY, 'type') !== 'Recreate') return;
    const actual = at(object, ...STRATEGY, 'rollingUpdate') ?? undefined;
    yield {
      shape: 'Recreate',
      path: 'spec.strategy.rollingUpdate',
      expected: 'nothing',
      actual,
      holds: actual === undefined,
    };
  });
  yield* judgeOutcomes(history, ['patch'], ({ exchange }) => {
    const strategy = at(sent(exchange), ...STRATEGY);
    if (at(strategy, 'type') !== 'Recreate' || at(strategy, 'rollingUpdate') !== null) return undefined;
    return {
      shape: 'Recreate by a patch',
      wrong: ({ content }) => {
        const actual = at(content, ...STRATEGY, 'rollingUpdate') ?? undefined;
        return actual === undefined
          ? undefined
          : {
              expected: 'no spec.strategy.rollingUpdate',
              actual: show(actual),
              cause: 'spec.strategy.rollingUpdate after a patch to Recreate',
            };
      },
    };
  });
}
