import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../json.ts';

/**
 * Fills in every default that the document states. Members that are present stay, explicit zeros too; null counts as
 * absent. Nothing is added below absent parents, except the strategy of a Deployment, which always has a type. If
 * the document says that a default is echoed but not its value (`protocol`), none is filled in.
 *
 *     Pod { spec: { containers: [{ name: 'c', image: 'a:latest' }] } }
 *       -> imagePullPolicy Always, terminationMessagePath /dev/termination-log, ...; restartPolicy Always, dnsPolicy ClusterFirst, ...
 */
export function withDocumentedDefaults(resource: Resource, object: JsonObject, choices: DialectChoices): JsonObject {
  const legacy = resource.group === LEGACY_GROUP && choices['deployment.extensions-defaults'] === 'legacy';
  return inside(object, 'spec', DEFAULTS[resource.kind](legacy));
}

/**
 * The default pull policy of an image: `Always` if the tag is `latest`, else `IfNotPresent` (document, Container).
 * `undefined` for an image without tag and digest, because the document does not state its tag. A registry's port is
 * not a tag.
 *
 *     registry:5000/app:latest -> Always     registry:5000/app -> undefined     app:1@sha256:... -> IfNotPresent
 */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' | undefined {
  const [name = '', digest] = image.split('@');
  const [, tag] = name.slice(name.lastIndexOf('/') + 1).split(':');
  if (tag === undefined && digest === undefined) return undefined;
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The API group with the older defaults of the dialect question `deployment.extensions-defaults`. */
const LEGACY_GROUP = 'extensions';

type Fill = (object: JsonObject) => JsonObject;

const nothing: Fill = (object) => object;

/**
 * Fills the defaults of each kind. `legacy`: the object was created in a group for which the dialect has older
 * defaults.
 */
const DEFAULTS: Readonly<Record<Kind, (legacy: boolean) => Fill>> = {
  ConfigMap: () => nothing,
  Event: () => nothing,
  Namespace: () => nothing,
  Pod: () => podSpec,
  Secret: () => nothing,
  Service: () => nothing,
  DaemonSet: () => inTemplate,
  Deployment: (legacy) => (spec) => inTemplate(legacy ? legacyDeploymentSpec(spec) : deploymentSpec(spec)),
  Ingress: () => nothing,
  ReplicaSet: () => inTemplate,
  Job: () => inTemplate,
  CronJob: () => (spec) =>
    inside(filled(spec, { concurrencyPolicy: 'Allow', suspend: false }), 'jobTemplate', (template) =>
      inside(template, 'spec', inTemplate),
    ),
};

function inTemplate(spec: JsonObject): JsonObject {
  return inside(spec, 'template', (template) => inside(template, 'spec', podSpec));
}

/** Document, PodSpec. */
function podSpec(spec: JsonObject): JsonObject {
  const own = filled(spec, {
    dnsPolicy: 'ClusterFirst',
    hostIPC: false,
    hostNetwork: false,
    hostPID: false,
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
  });
  return eachIn(eachIn(own, 'containers', container), 'initContainers', container);
}

/** Document, Container. */
function container(spec: JsonObject): JsonObject {
  const policy = defaultPullPolicy(textAt(spec, 'image') ?? '');
  return filled(spec, {
    ...(policy === undefined ? {} : { imagePullPolicy: policy }),
    stdin: false,
    stdinOnce: false,
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    tty: false,
  });
}

/** Document, DeploymentSpec. */
function deploymentSpec(spec: JsonObject): JsonObject {
  return withStrategy(
    filled(spec, { replicas: 1, minReadySeconds: 0, progressDeadlineSeconds: 600, revisionHistoryLimit: 2 }),
    '25%',
  );
}

function legacyDeploymentSpec(spec: JsonObject): JsonObject {
  return withStrategy(filled(spec, { replicas: 1, minReadySeconds: 0 }), 1);
}

/** Document, DeploymentStrategy and RollingUpdateDeployment: only the type `RollingUpdate` has the bounds. */
function withStrategy(spec: JsonObject, bound: string | number): JsonObject {
  return inside(filled(spec, { strategy: {} }), 'strategy', (given) => {
    const strategy = filled(given, { type: 'RollingUpdate' });
    if (at(strategy, 'type') !== 'RollingUpdate') return strategy;
    return inside(filled(strategy, { rollingUpdate: {} }), 'rollingUpdate', (bounds) =>
      filled(bounds, { maxSurge: bound, maxUnavailable: bound }),
    );
  });
}

/** Adds the defaults whose members are absent. */
function filled(object: JsonObject, defaults: JsonObject): JsonObject {
  const absent = Object.entries(defaults).filter(([name]) => (at(object, name) ?? null) === null);
  return { ...object, ...Object.fromEntries(absent) };
}

/** Fills one member that is itself an object. */
function inside(object: JsonObject, member: string, fill: Fill): JsonObject {
  const value = at(object, member);
  return isObject(value) ? { ...object, [member]: fill(value) } : object;
}

/** Fills each element of one list. */
function eachIn(object: JsonObject, member: string, fill: Fill): JsonObject {
  const list = at(object, member);
  return Array.isArray(list)
    ? { ...object, [member]: list.map((element: Json) => (isObject(element) ? fill(element) : element)) }
    : object;
}
