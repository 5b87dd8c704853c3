import { SPEC } from '../../../spec/dialects/index.ts';
import { NOT_THE_CLIENTS } from '../../checks/not-the-clients.ts';
import { undecidedInitContainers } from '../../checks/init-containers.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { differences, missing } from '../../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import { at } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import {
  minimalObject,
  objectOf,
  operationsOf,
  resourceOf,
  type Steps,
  stepsOn,
  versionOf,
  writeAndRead,
} from '../cases.ts';
import { withoutDefaults } from '../no-defaults.ts';
import { sent, show } from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/what-a-put-lacks-has-its-default',
  level: 'must',
  title:
    'A PUT that lacks a member with a default sets it to that default, as a create does, whatever its former value.',
  cites: [
    'semantics.1.1',
    'container.defaults-echoed',
    'deployment-spec.replicas.1',
    'deployment-strategy.type.2',
    'cron-job-spec.suspend.2',
    'pod-spec.restart-policy.2',
    'pod-spec.dns-policy.2',
    'pod-spec.termination-grace-period-seconds.3',
  ],
  // The spec of a pod and the template of a job are immutable, so a PUT without parts of them is refused.
  operations: operationsOf(['replace'], ({ kind }) => MUTABLE[kind].template !== undefined),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const bare = (name: string, read: string): Template => ({
      $edit: minimalObject(on.resource, name),
      with: [{ set: '/metadata/resourceVersion', to: versionOf(read) }, ...unsaid(operation)],
    });
    return objectOf(on.maker).map((object) => [
      ...writeAndRead(on, object, [on.replace('{{a}}', bare('{{a}}', 'read'))], 0),
      on.create(explicitObject(on, '{{b}}')),
      on.get('{{b}}', { as: 'explicit' }),
      on.replace('{{b}}', bare('{{b}}', 'explicit')),
      on.get('{{b}}'),
    ]);
  },
  check,
  least: 3,
};

/** The smallest object, with values that are no defaults in its spec and its container. */
function explicitObject(on: Steps, name: string): Template {
  const container = [...(MUTABLE[on.resource.kind].template ?? []), 'spec', 'containers', '0'];
  return {
    $edit: minimalObject(on.maker, name),
    with: [
      { set: pointer([...container, 'imagePullPolicy']), to: 'Never' },
      { set: pointer([...container, 'terminationMessagePath']), to: '/tmp/end' },
      { set: pointer([...container, 'terminationMessagePolicy']), to: 'FallbackToLogsOnError' },
      ...withoutDefaults(on.resource.kind),
    ],
  };
}

/** Removes the members of the smallest spec that have a default: the replicas of a deployment, suspend of a cron job. */
function unsaid(operation: Operation): Edit[] {
  const resource = resourceOf(operation);
  const smallest = minimalObject(resource, 'bare');
  const bare = withDocumentedDefaults(resource, { ...smallest, spec: {} }, SPEC.choices);
  return Object.keys(smallest['spec'] ?? {})
    .filter((member) => at(bare, 'spec', member) !== undefined)
    .map((member) => ({ remove: pointer(['spec', member]) }));
}

function check(history: History, { choices }: CheckContext): Iterable<Finding> {
  return judgeOutcomes(history, ['replace'], ({ exchange, write: { resource } }) => {
    const body = sent(exchange);
    const expected = body === undefined ? undefined : withDocumentedDefaults(resource, body, choices);
    const options = {
      schema: resource.schema,
      ignore: [...NOT_THE_CLIENTS, ...undecidedInitContainers(resource.kind, choices)],
    };
    const filled = differences(body, expected, options);
    if (expected === undefined || filled.length === 0) return undefined;
    return {
      shape: `${filled.length} members left out`,
      wrong: ({ content }) => {
        const lacking = missing(expected, content, options).find(
          ({ path, expected: value, actual }) =>
            // A flag that is false may be left out.
            (value !== false || actual !== undefined) &&
            filled.some((each) => path === each.path || path.startsWith(`${each.path}/`)),
        );
        return lacking === undefined
          ? undefined
          : {
              expected: `${lacking.path} ${show(lacking.expected)}, the default`,
              actual: show(lacking.actual),
              cause: `${lacking.path.replaceAll(/\[[^\]]*\]/g, '*')} has no default after a PUT`,
            };
      },
    };
  });
}
