import type { Kind } from '../../../spec/surface/resources.ts';
import { isObject, type Json, type JsonObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { memberAt } from '../../oracle/values/member-at.ts';
import { namesIn, POD_SPEC, podSpecOf } from '../../oracle/objects/pod-specs.ts';

/** A member that was omitted but that the response shows. */
export interface MadeUp {
  readonly path: string;
  readonly actual: Json;
}

/** Document, Container: members without a default, or with the default false. */
const OF_CONTAINERS = [
  'command',
  'args',
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'ports',
  'stdin',
  'stdinOnce',
  'tty',
  'workingDir',
];
/** Members of containers that are only judged in templates: clusters add them to new pods. */
const OF_CONTAINERS_OF_TEMPLATES = ['env', 'envFrom', 'resources', 'securityContext', 'volumeMounts'];
/** Document, PodSpec: members without a default, or with the default false. */
const OF_PODS = ['activeDeadlineSeconds', 'affinity', 'hostAliases', 'hostIPC', 'hostNetwork', 'hostPID', 'subdomain'];
/** Members of pod specs that are only judged in templates, likewise. Mounting a token has no stated default. */
const OF_TEMPLATES = [
  'hostname',
  'imagePullSecrets',
  'initContainers',
  'nodeName',
  'nodeSelector',
  'securityContext',
  'serviceAccount',
  'serviceAccountName',
  'tolerations',
  'volumes',
];
/** Document, DeploymentSpec and CronJobSpec, likewise. */
const OF_SPECS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Deployment: ['minReadySeconds', 'paused', 'rollbackTo'],
  CronJob: ['startingDeadlineSeconds', 'suspend'],
};

/**
 * The members that the server invented: the object omits them, and the document calls them optional without a
 * default, or with the default false or zero.
 */
export function* madeUpMembers(kind: Kind, asked: JsonObject, shown: JsonObject): Iterable<MadeUp> {
  for (const path of optionalPaths(kind, asked)) {
    const actual = memberAt(shown, path);
    if (actual !== undefined && memberAt(asked, path) === undefined && !isEmpty(actual)) yield { path, actual };
  }
}

function* optionalPaths(kind: Kind, asked: JsonObject): Iterable<string> {
  for (const member of OF_SPECS[kind] ?? []) yield pointer(['spec', member]);
  const path = POD_SPEC[kind];
  const podSpec = podSpecOf(kind, asked);
  if (path === undefined || podSpec === undefined) return;
  const isTemplate = kind !== 'Pod';
  for (const member of [...OF_PODS, ...(isTemplate ? OF_TEMPLATES : [])]) yield pointer([...path, member]);
  for (const list of ['containers', 'initContainers'] as const)
    for (const name of namesIn(podSpec, list))
      for (const member of [...OF_CONTAINERS, ...(isTemplate ? OF_CONTAINERS_OF_TEMPLATES : [])])
        yield pointer([...path, list, `[name=${name}]`, member]);
}

/** Servers may show the empty members of an empty object. */
function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.values(value).every(isEmpty) : !value;
}
