import { type Kind, resourceById } from '../../../spec/surface/resources.ts';
import { judgeBystanders } from '../../checks/bystanders.ts';
import { distinctChange } from '../../generators/changes.ts';
import { atOnce } from '../bystander-case.ts';
import { edited, fc, minimalObject, ONE_CONTAINER, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Finding, History, Operation, Program, Rule, Template } from '../rule.ts';

/** Kinds with a pod spec that can refer to a ConfigMap or Secret. */
const USERS: ReadonlySet<Kind> = new Set(['Pod', 'Deployment']);

export const rule: Rule = {
  id: 'replace/leaves-pods-that-use-it',
  level: 'must',
  title: 'A PUT of a ConfigMap or Secret leaves the pods and the pod templates that use it as they are.',
  cites: ['semantics.3'],
  operations: operationsOf(['replace'], ({ kind }) => kind === 'ConfigMap' || kind === 'Secret'),
  needs: ['create', 'get'],
  cases: (operation) => fc.constant(programOf(operation)),
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, {
      verbs: ['replace'],
      relation: (key, { call }) =>
        USERS.has(key.kind) && !USERS.has(call.resource.kind) && key.namespace === call.namespace
          ? `a ${key.kind} beside it`
          : undefined,
    }),
  sweep: true,
};

function programOf(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const [pods, deployments] = [stepsOn(resourceById('pods')), stepsOn(resourceById('deployments.apps'))];
  const users: readonly { readonly of: Steps; readonly name: string; readonly at: string }[] = [
    { of: pods, name: '{{p}}', at: '/spec' },
    { of: deployments, name: '{{d}}', at: '/spec/template/spec' },
  ];
  const spec = specThatUses(operation);
  return [
    on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
    atOnce(
      users.map(({ of, name, at }) =>
        of.create({
          $edit: minimalObject(of.resource, name),
          with: Object.entries(spec).map(([member, to]) => ({ set: `${at}/${member}`, to })),
        }),
      ),
    ),
    on.get('{{a}}', { as: 'read' }),
    on.replace('{{a}}', edited('read', distinctChange(on.resource, 'one'))),
    atOnce(users.map(({ of, name }) => of.get(name))),
    on.get('{{a}}', { as: 'again' }),
    on.replace('{{a}}', edited('again', distinctChange(on.resource, 'two'))),
    atOnce(users.map(({ of, name }) => of.get(name))),
  ];
}

/**
 * The members of a pod spec that refer to the object in every possible way: as a volume, as an environment and as
 * one variable.
 */
function specThatUses(operation: Operation): Readonly<Record<string, Template>> {
  const isSecret = resourceOf(operation).kind === 'Secret';
  const [reference, from] = isSecret ? ['secretRef', 'secretKeyRef'] : ['configMapRef', 'configMapKeyRef'];
  return {
    volumes: [{ name: 'used', ...(isSecret ? { secret: { secretName: '{{a}}' } } : { configMap: { name: '{{a}}' } }) }],
    containers: [
      {
        ...ONE_CONTAINER,
        envFrom: [{ [reference]: { name: '{{a}}' } }],
        env: [{ name: 'USED', valueFrom: { [from]: { name: '{{a}}', key: 'k' } } }],
        volumeMounts: [{ name: 'used', mountPath: '/used' }],
      },
    ],
  };
}
