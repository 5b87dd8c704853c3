import { judgeCreated } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import { fc, operationsOf } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createEdited } from './default-cases.ts';

/** Empty or absent until the pod has the address. */
const ADDRESSES = ['hostIP', 'podIP'];

export const rule: Rule = {
  id: 'create/pod-has-no-address-before-its-host',
  level: 'must',
  title: 'A new pod without a host shows neither hostIP nor podIP, and no pod shows those of the status that was sent.',
  cites: ['pod-status.host-ip.1', 'pod-status.pod-ip.1'],
  operations: operationsOf(['create'], ({ kind }) => kind === 'Pod'),
  cases: (operation) =>
    fc.constant(createEdited(operation, [{ set: '/status', to: { hostIP: '192.0.2.1', podIP: '10.1.2.3' } }])),
  check,
  least: 2,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    if (creation.exchange.call.resource.kind !== 'Pod' || (at(creation.sent, 'spec', 'nodeName') ?? '') !== '') return;
    // A server may give the pod a host while it creates the pod.
    const isScheduled = (at(object, 'spec', 'nodeName') ?? '') !== '';
    for (const member of ADDRESSES) {
      const [sent, actual] = [creation.sent, object].map((pod) => at(pod, 'status', member) ?? '');
      yield {
        shape: member,
        path: `status.${member}`,
        expected: isScheduled ? 'another address than the one sent' : 'empty or absent',
        actual,
        holds: actual === '' || (isScheduled && actual !== sent),
      };
    }
  });
}
