import { type DialectChoices, SPEC } from '../../spec/dialects/index.ts';
import { resourceById, type ResourceId } from '../../spec/surface/resources.ts';
import type { ApiObject } from './api-object.ts';
import { STRATEGIES } from './registry.ts';
import type { FieldError, ResourceStrategy, StrategyContext } from './strategy.ts';

/**
 * Inputs for tests of strategies: a valid object of each kind, and the steps of a create and a replace in the
 * server's order.
 */

const CONTAINER = { name: 'c', image: 'registry:5000/team/app:1' };
const TEMPLATE = { metadata: { labels: { app: 'x' } }, spec: { containers: [CONTAINER] } };
const JOB_TEMPLATE = { metadata: { labels: { app: 'x' } }, spec: { restartPolicy: 'Never', containers: [CONTAINER] } };

const SPECS: Readonly<Record<ResourceId, Readonly<Record<string, unknown>>>> = {
  configmaps: { data: { key: 'value' } },
  events: {
    involvedObject: { kind: 'Pod', apiVersion: 'v1', name: 'p', namespace: 'a' },
    source: { component: 'test' },
  },
  namespaces: { spec: {} },
  pods: {
    spec: {
      containers: [
        { ...CONTAINER, ports: [{ name: 'web', containerPort: 80 }], volumeMounts: [{ name: 'v', mountPath: '/v' }] },
      ],
      initContainers: [{ name: 'init', image: 'busybox' }],
      volumes: [{ name: 'v' }],
    },
  },
  secrets: { data: { key: 'dmFsdWU=' } },
  services: { spec: { ports: [{ port: 80 }], selector: { app: 'x' } } },
  'daemonsets.extensions': { spec: { template: TEMPLATE } },
  'deployments.extensions': { spec: { template: TEMPLATE } },
  'ingresses.extensions': {
    spec: {
      backend: { serviceName: 'web', servicePort: 80 },
      rules: [
        { host: 'a.example', http: { paths: [{ path: '/x', backend: { serviceName: 'web', servicePort: 'http' } }] } },
      ],
      tls: [{ hosts: ['a.example'] }],
    },
  },
  'replicasets.extensions': { spec: { template: TEMPLATE } },
  'deployments.apps': { spec: { template: TEMPLATE } },
  'cronjobs.batch': { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: JOB_TEMPLATE } } } },
  'jobs.batch': { spec: { template: JOB_TEMPLATE } },
};

export function contextOf(id: ResourceId, choices: Partial<DialectChoices> = {}): StrategyContext {
  return { resource: resourceById(id), choices: { ...SPEC.choices, ...choices } };
}

export function strategyFor(id: ResourceId): ResourceStrategy {
  return STRATEGIES[resourceById(id).kind];
}

/** A valid object of that resource as sent by a client, with the system metadata that the server adds. */
export function sentObject(id: ResourceId): ApiObject {
  const { kind, apiVersion, namespaced } = resourceById(id);
  const metadata = { name: 'x', uid: 'u-1', ...(namespaced ? { namespace: 'a' } : {}) };
  return { apiVersion, kind, metadata, ...structuredClone(SPECS[id]) };
}

/**
 * The object with the values at those dotted paths; `undefined` removes a member.
 *
 *     changed(pod, { 'spec.containers.0.name': 'B' })
 */
export function changed(object: ApiObject, changes: Readonly<Record<string, unknown>>): ApiObject {
  const copy = JSON.parse(JSON.stringify(object)) as ApiObject;
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.');
    let place: Record<string, unknown> = copy;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as Record<string, unknown>;
    place[steps.at(-1) ?? ''] = value;
  }
  return JSON.parse(JSON.stringify(copy)) as ApiObject;
}

/** The object as a create stores it. */
export function created(id: ResourceId, sent: ApiObject, choices: Partial<DialectChoices> = {}): ApiObject {
  const strategy = strategyFor(id);
  const context = contextOf(id, choices);
  return strategy.prepareForCreate(strategy.defaults(sent, context), context);
}

/** The validation errors of a create of the object. */
export function createCauses(
  id: ResourceId,
  changes: Readonly<Record<string, unknown>>,
  choices: Partial<DialectChoices> = {},
): readonly FieldError[] {
  return strategyFor(id).validate(created(id, changed(sentObject(id), changes), choices), contextOf(id, choices));
}

/** The validation errors of a replace of a valid object by its changed copy. */
export function updateCauses(
  id: ResourceId,
  changes: Readonly<Record<string, unknown>>,
  {
    before = {},
    choices = {},
  }: { readonly before?: Readonly<Record<string, unknown>>; readonly choices?: Partial<DialectChoices> } = {},
): readonly FieldError[] {
  const strategy = strategyFor(id);
  const context = contextOf(id, choices);
  const old = created(id, changed(sentObject(id), before), choices);
  const object = strategy.prepareForUpdate(strategy.defaults(changed(old, changes), context), old, context);
  return [...strategy.validate(object, context), ...strategy.validateUpdate(object, old, context)];
}

/** The validation errors of a write of that status. */
export function statusCauses(id: ResourceId, status: Readonly<Record<string, unknown>>): readonly FieldError[] {
  const strategy = strategyFor(id);
  const context = contextOf(id);
  const old = created(id, sentObject(id));
  const object = strategy.prepareForStatusUpdate?.({ ...old, status }, old, context) ?? old;
  return strategy.validateStatusUpdate?.(object, old, context) ?? [];
}

/** Causes without their messages. */
export function summary(causes: readonly FieldError[]): string[] {
  return causes.map(({ reason, field }) => `${reason} ${field}`);
}
