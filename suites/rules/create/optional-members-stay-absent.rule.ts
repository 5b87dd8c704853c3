import type { Kind } from '../../../spec/surface/resources.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import { counterpartAt } from '../../oracle/values/member-at.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { at } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import type { Edit } from '../../program/program.ts';
import { fc, eachInTurn, inTurn, resourceOf } from '../cases.ts';
import { show } from '../judging.ts';
import type { Arbitrary, Finding, History, Json, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';
import { createEdited } from './default-cases.ts';

interface Optional {
  readonly path: readonly (string | number)[];
  /** Values to send; none if the member is judged only when it was left out. */
  readonly values: readonly Json[];
}

/** Members that the document calls optional and for which it states no default. */
function optionalOf(kind: Kind): readonly Optional[] {
  const spec = POD_SPEC[kind];
  const deadline: readonly Optional[] =
    kind === 'CronJob' ? [{ path: ['spec', 'startingDeadlineSeconds'], values: [0, 1, 3600] }] : [];
  if (spec === undefined) return deadline;
  const container = [...spec, 'containers', 0];
  return [
    ...deadline,
    { path: [...container, 'command'], values: [['run']] },
    { path: [...container, 'args'], values: [['one', '$(TWO)']] },
    { path: [...container, 'workingDir'], values: ['/work'] },
    { path: [...spec, 'subdomain'], values: ['sub'] },
    // A scheduler sets the node of a pod, admission its security, and the system its host name; nobody sets those of
    // a template.
    ...(kind === 'Pod'
      ? []
      : [
          { path: [...spec, 'nodeName'], values: ['plumbline-no-node'] },
          { path: [...spec, 'hostname'], values: ['host'] },
          { path: [...container, 'securityContext'], values: [] },
        ]),
  ];
}

export const rule: Rule = {
  id: 'create/optional-members-stay-absent',
  level: 'must',
  title:
    'An optional member without a default stays absent if it was left out, and keeps its value if it was sent, even if that is 0.',
  cites: ['cron-job-spec.starting-deadline-seconds.1', 'what-the-service-does.desired-state', 'pod-spec.node-name.1'],
  operations: CREATES.filter((operation) => optionalOf(resourceOf(operation).kind).length > 0),
  cases: (operation) => {
    const { kind } = resourceOf(operation);
    const spec = POD_SPEC[kind];
    const ofThePod =
      spec === undefined ? [] : [{ set: pointer([...spec, 'securityContext']), to: { runAsUser: 1000 } }];
    const each = optionalOf(kind)
      .filter(({ values }) => values.length > 0)
      .map(({ path, values }) => inTurn(...values).map((to): Edit => ({ set: pointer(path), to })));
    const alone = each.map((one): Arbitrary<readonly Edit[]> => one.map((edit) => [edit]));
    return eachInTurn<readonly Edit[]>(fc.constant(ofThePod), ...alone).map((edits) => createEdited(operation, edits));
  },
  check,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    for (const { path, values } of optionalOf(creation.exchange.call.resource.kind)) {
      if (at(creation.sent, ...path.slice(0, -1)) === undefined) continue;
      const asked = at(creation.sent, ...path) ?? undefined;
      const actual = counterpartAt(creation.sent, object, path) ?? undefined;
      if (asked !== undefined && values.length === 0) continue;
      const isEmpty = actual === undefined || actual === '' || ['[]', '{}'].includes(JSON.stringify(actual));
      yield {
        shape: asked === undefined ? 'left out' : 'sent',
        path: path.join('.'),
        expected: asked === undefined ? 'absent' : `${show(asked)}, as it was sent`,
        actual,
        holds: asked === undefined ? isEmpty : JSON.stringify(actual) === JSON.stringify(asked),
      };
    }
  });
}
