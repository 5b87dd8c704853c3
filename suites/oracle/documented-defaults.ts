import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from './json.ts';
import { at, isObject, textAt } from './json.ts';

/**
 * The object with every default that the document states filled in. Members that are there stay as they are, explicit zeros too;
 * null counts as absent. Nothing is added below parents that are absent, but for the strategy of a Deployment, which always has
 * a type. Where the document states that a default is echoed but not which (`protocol`), none is filled in.
 *
 *     Pod { spec: { containers: [{ name: 'c', image: 'a:latest' }] } }
 *       -> imagePullPolicy Always, terminationMessagePath /dev/termination-log, ...; restartPolicy Always, dnsPolicy ClusterFirst, ...
 */
export function withDocumentedDefaults(resource: Resource, object: JsonObject, choices: DialectChoices): JsonObject {
  const legacy = resource.group === LEGACY_GROUP && choices['deployment.extensions-defaults'] === 'legacy';
  return inside(object, 'spec', DEFAULTS[resource.kind](legacy));
}

/**
 * The default pull policy of an image: `Always` where the tag is `latest`, else `IfNotPresent` (document, Container). `undefined`
 * for a name without tag and digest, since the document does not say what its tag is. The port of a registry is no tag.
 *
 *     registry:5000/app:latest -> Always     registry:5000/app -> undefined     app:1@sha256:... -> IfNotPresent
 */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' | undefined {
  const [name = '', digest] = image.split('@');
  const [, tag] = name.slice(name.lastIndexOf('/') + 1).split(':');
  if (tag === undefined && digest === undefined) return undefined;
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The group whose older defaults the question `deployment.extensions-defaults` is about. */
const LEGACY_GROUP = 'extensions';

type Fill = (object: JsonObject) => JsonObject;

const nothing: Fill = (object) => object;

/** What each kind fills into its spec; `legacy` where the dialect has older defaults for the group it was created in. */
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

/** Document, DeploymentStrategy and RollingUpdateDeployment: the bounds are there only for that type. */
function withStrategy(spec: JsonObject, bound: string | number): JsonObject {
  return inside(filled(spec, { strategy: {} }), 'strategy', (given) => {
    const strategy = filled(given, { type: 'RollingUpdate' });
    if (at(strategy, 'type') !== 'RollingUpdate') return strategy;
    return inside(filled(strategy, { rollingUpdate: {} }), 'rollingUpdate', (bounds) =>
      filled(bounds, { maxSurge: bound, maxUnavailable: bound }),
    );
  });
}

/** The object with those of the defaults that it has not. */
function filled(object: JsonObject, defaults: JsonObject): JsonObject {
  const absent = Object.entries(defaults).filter(([name]) => (at(object, name) ?? null) === null);
  return { ...object, ...Object.fromEntries(absent) };
}

/** The object with one member that is itself an object filled. */
function inside(object: JsonObject, member: string, fill: Fill): JsonObject {
  const value = at(object, member);
  return isObject(value) ? { ...object, [member]: fill(value) } : object;
}

/** The object with each element of one list filled. */
function eachIn(object: JsonObject, member: string, fill: Fill): JsonObject {
  const list = at(object, member);
  return Array.isArray(list)
    ? { ...object, [member]: list.map((element: Json) => (isObject(element) ? fill(element) : element)) }
    : object;
}
