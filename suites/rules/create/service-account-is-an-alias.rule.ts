import { judgeCreated } from '../../checks/create/creations.ts';
import { textAt } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { fc, resourceOf } from '../cases.ts';
import { show } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited, inPodSpec, pointerTo, POD_CREATES } from './default-cases.ts';

const patternsOf = inPodSpec(['serviceAccount']);

export const rule: Rule = {
  id: 'create/service-account-is-an-alias',
  level: 'should',
  title: 'A serviceAccount, the deprecated name of serviceAccountName, is shown as serviceAccountName.',
  cites: ['pod-spec.service-account.1', 'versioning.4.service-account'],
  operations: POD_CREATES,
  // The account that every namespace has: servers may refuse pods of a missing account.
  cases: (operation) =>
    fc.constant(
      createEdited(
        operation,
        patternsOf(resourceOf(operation)).map((pattern) => ({ set: pointerTo(pattern), to: 'default' })),
      ),
    ),
  check,
  least: 1,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    const { kind } = creation.exchange.call.resource;
    const asked = podSpecOf(kind, creation.sent);
    const account = textAt(asked, 'serviceAccount') ?? '';
    if (account === '' || (textAt(asked, 'serviceAccountName') ?? '') !== '') return;
    const actual = textAt(podSpecOf(kind, object), 'serviceAccountName');
    yield {
      shape: 'old name only',
      path: 'serviceAccountName',
      expected: `${show(account)}, sent as serviceAccount`,
      actual,
      holds: actual === account,
    };
  });
}
