import type { Kind } from '../../spec/surface/resources.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { pointer } from '../oracle/json-pointer.ts';
import { memberAt } from '../oracle/member-at.ts';
import { namesIn, POD_SPEC, podSpecOf } from './pod-specs.ts';

/** A member that was left out and is there all the same. */
export interface MadeUp {
  readonly path: string;
  readonly actual: Json;
}

/** Document, Container: members without a default. */
const OF_CONTAINERS = ['command', 'args', 'lifecycle', 'livenessProbe', 'readinessProbe', 'ports', 'workingDir'];
/** The same, but clusters give pods more of them as they are made; nothing is given to templates. */
const OF_CONTAINERS_OF_TEMPLATES = ['env', 'envFrom', 'volumeMounts'];
/** Document, PodSpec: members without a default. */
const OF_PODS = ['activeDeadlineSeconds', 'affinity', 'hostAliases', 'initContainers', 'subdomain'];
const OF_TEMPLATES = [
  'imagePullSecrets',
  'nodeName',
  'nodeSelector',
  'serviceAccount',
  'serviceAccountName',
  'tolerations',
  'volumes',
];
/** Document, DeploymentSpec and CronJobSpec. */
const OF_SPECS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  Deployment: ['paused', 'rollbackTo'],
  CronJob: ['startingDeadlineSeconds'],
};

/** The members that an object does not name, that the document calls optional, and for which it states no default, if the server made a value up for one of them. */
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

function isEmpty(value: Json): boolean {
  return (
    value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
