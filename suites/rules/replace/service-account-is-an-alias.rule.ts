import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { textAt } from '../../oracle/json.ts';
import { POD_SPEC, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { edited, fc, minimalObject, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { sent, show } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/service-account-is-an-alias',
  level: 'should',
  title: 'A PUT with a serviceAccount and no serviceAccountName sets the account, whatever the former one.',
  cites: ['pod-spec.service-account.1', 'versioning.4.service-account', 'semantics.1.1'],
  // The spec of a pod and the template of a job are immutable.
  operations: operationsOf(['replace'], ({ kind }) => MUTABLE[kind].template !== undefined),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const spec = POD_SPEC[on.resource.kind] ?? [];
    const [name, alias] = ['serviceAccountName', 'serviceAccount'].map((member) => pointer([...spec, member]));
    const object = { $edit: minimalObject(on.maker, '{{a}}'), with: [{ set: name ?? '', to: 'former' }] };
    // The account that every namespace has.
    const renamed = edited('read', [{ remove: name ?? '' }, { set: alias ?? '', to: 'default' }]);
    return fc.constant(writeAndRead(on, object, [on.replace('{{a}}', renamed)], 0));
  },
  check,
  least: 1,
};

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replace'], ({ exchange, write: { resource } }) => {
    const asked = podSpecOf(resource.kind, sent(exchange) ?? {});
    const account = textAt(asked, 'serviceAccount') ?? '';
    if (account === '' || (textAt(asked, 'serviceAccountName') ?? '') !== '') return undefined;
    return {
      shape: 'old name only',
      wrong: ({ content }) => {
        const actual = textAt(podSpecOf(resource.kind, content), 'serviceAccountName');
        return actual === account
          ? undefined
          : {
              expected: `serviceAccountName ${show(account)}, sent as serviceAccount`,
              actual: show(actual),
              cause: 'serviceAccount sets no serviceAccountName',
            };
      },
    };
  });
}
