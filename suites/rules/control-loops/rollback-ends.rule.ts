import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, late, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { birthOf, lastOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, readBoth, onDeployment, PAUSE, reimage, SETTLED_MS } from './controller-cases.ts';

export const rule: Rule = {
  id: 'control-loops/rollback-ends',
  level: 'must',
  title:
    'A deployment whose rollbackTo names an earlier revision gets the pod template of that revision, and rollbackTo is taken away.',
  cites: ['deployment-spec.rollback-to.1', 'deployment-spec.rollback-to.2'],
  operations: createsOf('Deployment'),
  needs: ['create', 'deployments controller'],
  cases: (operation) => {
    const { on, make } = onDeployment(operation, { replicas: 0 });
    return fc.constant([
      ...make,
      reimage(on, 'x:2'),
      PAUSE,
      reimage(on, 'x:3'),
      PAUSE,
      on.patch('{{a}}', { spec: { rollbackTo: { revision: 1 } } }),
      PAUSE,
      ...readBoth(on),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const deployment of objectsSeen(observedStateOf(history), 'Deployment')) {
    const asked = deployment.states.find(({ content }) => at(content, 'spec', 'rollbackTo', 'revision') === 1);
    const [first, last] = [deployment.states[0], lastOf(deployment)];
    if (
      asked === undefined ||
      first?.source !== 'write' ||
      last === undefined ||
      shownAt(last) < shownAt(asked) + SETTLED_MS
    )
      continue;
    const [wanted, image] = [first, last].map(({ content }) =>
      at(content, 'spec', 'template', 'spec', 'containers', 0, 'image'),
    );
    if ((at(last.content, 'spec', 'rollbackTo') ?? null) !== null)
      yield late(
        violated(
          asked.exchange,
          'no rollbackTo once the rollback is done',
          show(at(last.content, 'spec', 'rollbackTo')),
          'rollbackTo stays',
        ),
      );
    else if (image !== wanted)
      yield late(
        violated(asked.exchange, `image ${show(wanted)}, that of revision 1`, show(image), 'another template'),
      );
    else yield held(birthOf(deployment, asked.exchange), 'to the first revision');
  }
}
